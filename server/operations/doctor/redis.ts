import { Redis } from 'ioredis';

import { compareClocks } from './clock.ts';
import { ok, problem, type Finding } from './finding.ts';

/** The timeout for connecting and for each command. */
const TIMEOUT_MS = 1000;

/**
 * Asks Redis for the time.
 *
 * @param url null if not configured, which is fine
 */
export async function examineRedis(url: string | null): Promise<Finding[]> {
  if (url === null) return [ok('redis', 'Not configured: each instance counts reads separately.')];
  const { hostname, port } = new URL(url);
  const place = `${hostname}:${port || 6379}`;
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // connect() rejects only with "connection is closed"; the event has the reason.
  let reason: unknown;
  client.on('error', (error) => (reason ??= error));
  try {
    await client.connect();
    const [seconds, microseconds] = (await client.time()).map(Number);
    return [ok('redis', `${place} answers.`), ...compareClocks('redis', seconds! * 1000 + microseconds! / 1000)];
  } catch (error) {
    return [
      problem('redis', `${place} cannot be used (${shortReason(reason ?? error)}); start it, or correct REDIS_URL.`),
    ];
  } finally {
    client.disconnect();
  }
}

/** The code of the system or of Redis (such as WRONGPASS), because the full message may contain the password. */
function shortReason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code ?? /^[A-Z]+(?= )/.exec(message)?.[0] ?? message;
}
