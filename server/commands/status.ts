import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { readConfig } from '../config.ts';
import { readEnvironment } from '../environment.ts';
import { readInstance } from '../instance-file.ts';
import { shownHost } from '../service.ts';
import { unixSocketOf } from '../unix-socket.ts';
import { sqliteFileOf, withoutPassword } from './database-url.ts';

/** The status of a service. */
export interface Status {
  url: string;
  ready: boolean | null;
  version: string | null;
  pid: number | null;
  database: string | null;
}

/** Milliseconds after which a service that does not answer counts as not running. */
const TIMEOUT = 5000;

/**
 * Asks a service whether it is ready.
 *
 * @param url its URL; without it the service of the configuration, whose address is beside its SQLite file
 * @throws BadConfig
 */
export async function statusOf(url?: string): Promise<Status> {
  if (url !== undefined) {
    const ready = await isReady(url);
    return { url, ready, version: ready === null ? null : await versionOf(url), pid: null, database: null };
  }
  const { databaseUrl, host, port } = readConfig(readEnvironment());
  const file = sqliteFileOf(databaseUrl);
  const instance = file === null ? null : await readInstance(file);
  const isSocket = unixSocketOf(host) !== null;
  const address = instance?.url ?? (isSocket ? host : `http://${shownHost(host)}:${port}`);
  const ready = await isReady(address);
  return {
    url: address,
    ready,
    version: ready === null ? null : (instance?.version ?? (await versionOf(address))),
    pid: ready === null ? null : (instance?.pid ?? null),
    database: file === null ? withoutPassword(databaseUrl) : `sqlite:${file}`,
  };
}

/** null when nothing answers. */
async function isReady(url: string): Promise<boolean | null> {
  return ask(url, '/readyz').then(
    ({ ok }) => ok,
    () => null,
  );
}

async function versionOf(url: string): Promise<string | null> {
  try {
    const { info } = JSON.parse((await ask(url, '/api/openapi.json')).body) as { info?: { version?: string } };
    return info?.version ?? null;
  } catch {
    return null;
  }
}

/** Node's fetch knows no Unix sockets. */
async function ask(url: string, path: string): Promise<{ ok: boolean; body: string }> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const socketPath = unixSocketOf(url);
  if (socketPath === null) {
    const answer = await fetch(url + path, { signal });
    return { ok: answer.ok, body: await answer.text() };
  }
  const outgoing = request({ socketPath, path, signal, headers: { host: 'localhost' } }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { ok: answer.statusCode === 200, body: await text(answer) };
}
