import { Redis } from 'ioredis';

import { compareClocks } from './clock.ts';
import { ok, problem, type Finding } from './finding.ts';

/** Milliseconds that connecting and each command may take. */
const PATIENCE = 1000;

/**
 * Asks Redis for the time.
 *
 * @param url null when none is set, which is well
 */
export async function examineRedis(url: string | null): Promise<Finding[]> {
  if (url === null) return [ok('redis', 'None is set: each instance counts reads for itself.')];
  const { hostname, port } = new URL(url);
  const place = `${hostname}:${port || 6379}`;
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // What connect() rejects with says only that the connection is closed.
  let reason: unknown;
  client.on('error', (error) => (reason ??= error));
  try {
    await client.connect();
    const [seconds, microseconds] = (await client.time()).map(Number);
    return [ok('redis', `${place} answers.`), ...compareClocks('redis', seconds! * 1000 + microseconds! / 1000)];
  } catch (error) {
    return [problem('redis', `${place} cannot be used (${shortOf(reason ?? error)}); start it, or correct REDIS_URL.`)];
  } finally {
    client.disconnect();
  }
}

/** The code of the system or of Redis (such as WRONGPASS): what follows that may repeat what it was told. */
function shortOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code ?? /^[A-Z]+(?= )/.exec(message)?.[0] ?? message;
}
