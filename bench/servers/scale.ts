// The service without its read cache, which tells how long each request held its event loop.
import { pino } from 'pino';

import { createAdministrator } from '../../routers/admin/account.ts';
import { readConfig } from '../../server/config/config.ts';
import { startService } from '../../server/service/service.ts';
import { PASSWORD } from '../octavo.ts';

/** What was seen between two messages. Milliseconds, and MiB of resident memory. */
export interface Seen {
  /** The longest turn of the event loop by the clock, and by the CPU time of its thread. */
  wall: number;
  cpu: number;
  rss: number;
}

type Message = { database: string; now: number } | 'begin' | 'end';

let seen: Seen = { wall: 0, cpu: 0, rss: 0 };
let beat: NodeJS.Timeout | undefined;

process.on('message', (message: Message) => void answer(message).then((value) => process.send?.(value)));
process.once('disconnect', () => process.exit());

async function answer(message: Message): Promise<unknown> {
  if (typeof message === 'object') return startOn(message);
  if (message === 'begin') return begin();
  clearInterval(beat);
  return { ...seen, rss: process.memoryUsage.rss() / 2 ** 20 };
}

async function startOn({ database, now }: { database: string; now: number }): Promise<{ url: string }> {
  const started = performance.now();
  const passed = () => performance.now() - started;
  const service = await startService({
    config: readConfig({ PORT: '0', DATABASE_URL: database, SITE_URL: 'https://blog.example' }),
    log: pino({ level: 'warn' }, process.stderr),
    clock: { now: () => Math.floor(now + passed()), monotonic: passed },
    cacheBytes: 0,
  });
  await createAdministrator(service.services, PASSWORD).catch(() => undefined);
  return { url: service.url };
}

/** A beat each millisecond: what passed between two of them is what one turn took. */
function begin(): boolean {
  seen = { wall: 0, cpu: 0, rss: 0 };
  let last = { wall: performance.now(), cpu: cpuTime() };
  clearInterval(beat);
  beat = setInterval(() => {
    const here = { wall: performance.now(), cpu: cpuTime() };
    seen.wall = Math.max(seen.wall, here.wall - last.wall);
    seen.cpu = Math.max(seen.cpu, here.cpu - last.cpu);
    last = here;
  }, 1);
  return true;
}

/** Milliseconds of CPU time of the main thread. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
