// Instances on one database, and what they need.
import type { ChildProcess } from 'node:child_process';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

import { clientAddress, send as request } from '../test/support/plain-http.ts';
import type { Send } from '../test/support/read-your-writes.ts';
import { endRedis as endProcess, freePort, startRedis as startProcess } from '../test/support/redis.ts';
import { signIn, startOctavo } from './octavo.ts';
import type { Running } from './processes.ts';

export type Instance = Running & { url: string };

let address = 0;
let databases = 0;
let redis: { url: string; process: ChildProcess } | undefined;
const agent = new Agent({ keepAlive: true });

/** Sends requests to instances, each from an address of its own. */
export function senderTo(instances: readonly Instance[], token: string): Send {
  return async (at, method, path, body) => {
    address += 1;
    const headers = { ...clientAddress(address >> 16, address), ...(body && { authorization: `Bearer ${token}` }) };
    const url = instances[at]!.url + path;
    const answer = await request(url, { method, headers, agent, ...(body && { json: body }) });
    return { status: answer.status, text: answer.body.toString() };
  };
}

/** Starts instances on a database, and ends them after the work. */
export async function withInstances<T>(
  databaseUrl: string,
  count: number,
  env: Record<string, string>,
  work: (instances: Instance[], token: string) => Promise<T>,
): Promise<T> {
  const instances: Instance[] = [];
  try {
    for (let at = 0; at < count; at++)
      instances.push(await startOctavo(join(tmpdir(), 'octavo.db'), { databaseUrl, env }));
    return await work(instances, await signIn(instances[0]!));
  } finally {
    await Promise.all(instances.map((one) => one.stop()));
  }
}

/** @returns the URL of a new database on a PostgreSQL server */
export async function createDatabase(server: string): Promise<string> {
  const name = `bench_${++databases}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: name }).href;
}

/**
 * Starts Redis with the first call.
 *
 * @returns what the environment of instances names it by
 * @throws Error without a redis-server
 */
export async function startRedis(): Promise<Record<string, string>> {
  if (!redis) {
    const port = await freePort();
    const started = await startProcess(port);
    if (!started) throw new Error('There is no redis-server.');
    redis = { url: `redis://127.0.0.1:${port}`, process: started };
  }
  return { REDIS_URL: redis.url };
}

/** Ends Redis, if it was started. */
export async function endRedis(): Promise<void> {
  await endProcess(redis?.process);
}
