import cluster from 'node:cluster';
import type { Logger } from 'pino';

import type { Config } from '../config.ts';
import { openServices, type OpenServices } from '../services.ts';
import { stopOnSignals } from '../stop.ts';
import { startWorkers } from './primary.ts';
import { serveAsWorker } from './worker.ts';

/** A bit more than a worker itself may take to stop, in milliseconds. */
const STOP_WITHIN = 4_900;

/**
 * Serves with several processes: the first call becomes the primary, which starts this program again for each worker.
 *
 * @param welcome makes the administrator and says what the owner should know, before anybody serves
 * @throws DatabaseUnavailable, DatabaseTooNew, WorkerFailed
 */
export async function serveTogether(
  config: Config,
  log: Logger,
  welcome: (opened: OpenServices) => Promise<void>,
): Promise<void> {
  const { worker } = cluster;
  if (worker) return serveAsWorker(worker, config, log.child({ worker: worker.id }));
  const opened = await openServices({ config, log });
  await welcome(opened).finally(opened.close);
  const workers = await startWorkers(config.workers, log);
  stopOnSignals(workers.close, log, STOP_WITHIN);
  process.stdout.write(`Octavo serves ${workers.url}\n`);
}
