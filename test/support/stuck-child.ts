// For `--import`: blocks the event loop as soon as the service listens, and lets its watchdog wait for five seconds only.
import { Server } from 'node:net';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { WorkerOptions } from 'node:worker_threads';

import type { WatchdogData } from '../../server/process/watchdog.ts';

const threads = createRequire(import.meta.url)('node:worker_threads') as typeof import('node:worker_threads');

class ImpatientWorker extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions) {
    const data = options.workerData as Partial<WatchdogData>;
    super(file, data.most === undefined ? options : { ...options, workerData: { ...data, most: 5 } });
  }
}

threads.Worker = ImpatientWorker;
syncBuiltinESMExports();

// oxlint-disable-next-line typescript/unbound-method -- it is called with the server
const { listen } = Server.prototype;
Server.prototype.listen = function listenAndStick(this: Server, ...args: unknown[]) {
  this.once('listening', () => setImmediate(stick));
  return listen.apply(this, args as Parameters<typeof listen>);
};

function stick(): void {
  process.stderr.write('stuck\n');
  // Not for ever: without the watchdog, nobody would end it.
  const end = Date.now() + 60_000;
  while (Date.now() < end);
}
