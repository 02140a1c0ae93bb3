import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { unixSocketOf } from '../../config/host.ts';

/** Milliseconds after which a service that does not answer counts as not running. */
const TIMEOUT = 5000;

/**
 * Sends a GET request to a running service. Node's fetch knows no Unix sockets.
 *
 * @param url its URL, or the path of its Unix socket
 */
export async function askService(url: string, path: string): Promise<{ ok: boolean; body: string }> {
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

/** The version of a running service; null when none answers. */
export async function askVersion(url: string): Promise<string | null> {
  try {
    const { info } = JSON.parse((await askService(url, '/api/openapi.json')).body) as { info?: { version?: string } };
    return info?.version ?? null;
  } catch {
    return null;
  }
}
