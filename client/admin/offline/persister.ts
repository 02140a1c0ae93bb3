import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query';

import { asBlogError } from '../errors/as-blog-error.ts';
import { session } from '../session/session.ts';

/**
 * The reads that are kept on this device: what the author writes, and what the frame of the app needs. Comments,
 * subscribers, sessions, keys and settings are not.
 */
const KEPT = new Set([
  'admin.mail',
  'editor',
  'media.list',
  'posts.all',
  'settings.site',
  'stats.all',
  'stats.days',
  'stats.popular',
  'workingCopies.get',
]);

/** How long the screen that shows what was read takes precedence. */
const DELAY_MS = 3000;

/**
 * For the query cache: keeps what screens read, and returns it again while the service cannot be reached. Saving reads
 * without the query cache, so it never takes an old version for the present one.
 */
export async function persister<T>(
  read: QueryFunction<T>,
  context: QueryFunctionContext,
  { queryKey, queryHash }: Query,
): Promise<T> {
  const [first] = queryKey as [unknown];
  if (!KEPT.has(Array.isArray(first) ? first.join('.') : String(first))) return read(context);
  const token = session.token();
  try {
    const data = await read(context);
    const at = Date.now();
    setTimeout(() => void loadReads().then((reads) => reads?.keepRead(queryHash, data, token, at)), DELAY_MS);
    return data;
  } catch (error) {
    if (asBlogError(error).code !== 'NETWORK_ERROR') throw error;
    const kept = await (await loadReads())?.findRead(queryHash);
    if (kept === undefined) throw error;
    return kept as T;
  }
}

/** Null while the service cannot be reached, unless it was loaded before. */
function loadReads() {
  return import('./reads.ts').catch(() => null);
}
