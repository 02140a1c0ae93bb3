import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { clientAddress, send } from '../test/support/plain-http.ts';
import { start, type Running } from './processes.ts';

/** The administrator's password in benchmarks. */
export const PASSWORD = 'correct horse battery';
const METRICS_TOKEN = 'a token for metrics';
/**
 * As in the script `start` of package.json. A bound on the heap makes V8 collect sooner: without it the process grew by
 * 140 MiB in ten minutes of mixed traffic, all of it garbage.
 */
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];
/** Milliseconds after which a start has failed. */
const LONGEST_START = 60_000;

/** A server of Octavo in a process of its own. */
export interface Octavo extends Running {
  url: string;
  /** From the start of the process until `/readyz` answered 200, in milliseconds. */
  readyAfter: number;
}

/**
 * Starts the service as `npm start` does, with its default settings, on an SQLite file or another database.
 *
 * @param file of SQLite; its folder is the working directory
 * @param options.databaseUrl goes before the file
 * @param options.cache false to switch the read cache off
 * @param options.env further environment variables
 * @param options.prints whether its log is shown
 * @param options.ownAddress whether the site address is where it listens, so that its pages link to themselves
 */
export async function startOctavo(
  file: string,
  {
    databaseUrl = `sqlite:${file}`,
    cache = true,
    ownAddress = false,
    env: more = {},
    prints = false,
  }: {
    databaseUrl?: string;
    cache?: boolean;
    ownAddress?: boolean;
    env?: Record<string, string>;
    prints?: boolean;
  } = {},
): Promise<Octavo> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = new URL(cache ? '../server/main.ts' : 'servers/octavo.ts', import.meta.url);
  const env = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SITE_URL: ownAddress ? url : 'https://blog.example',
    ADMIN_PASSWORD: PASSWORD,
    METRICS_TOKEN,
    ...more,
  };
  const begun = performance.now();
  const running = start(script, { core: 'server', env, cwd: dirname(file), flags: FLAGS, prints });
  await Promise.race([untilReady(url, begun), running.ended]);
  return { ...running, url, readyAfter: performance.now() - begun };
}

/** Signs the administrator in, whose account is made right after the first start. */
export async function signIn({ url }: Pick<Octavo, 'url'>): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const headers = clientAddress(255, attempt);
    const answer = await send(`${url}/api/admin/login`, { method: 'POST', headers, json: { password: PASSWORD } });
    const { token } = JSON.parse(answer.body.toString()) as { token?: string };
    if (token !== undefined) return token;
    await wait(100);
  }
  throw new Error('Sign-in failed.');
}

/** One figure of `/metrics`; NaN when there is none of this name. */
export async function metricsOf({ url }: Octavo): Promise<(name: string) => number> {
  const { body } = await send(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = body.toString();
  return (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** Waits for a start; looks every few milliseconds. @param begun when it began, by `performance.now()` */
export async function untilReady(url: string, begun: number): Promise<void> {
  while (performance.now() - begun < LONGEST_START) {
    const status = await send(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await wait(5);
  }
  throw new Error('the service did not become ready');
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
