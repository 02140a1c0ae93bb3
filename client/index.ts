import type { AppRouter } from '../routers/index.ts';
import { connect, type Trpc } from './connect.ts';
import { asBlogError } from './errors.ts';
import type { BlogClientOptions, Caller } from './options.ts';
import { kinds, type CallOptions, type Kind, type Procedures } from './procedures.ts';
import { withRetries } from './retry.ts';

export { decryptPost } from './decrypt-post.ts';
export { BlogError, type ErrorCode } from './errors.ts';
export { plainText } from './plain-text.ts';
export type { BlogClientOptions, Token } from './options.ts';
export type { CallOptions } from './procedures.ts';
export type { RetryOptions } from './retry.ts';
export type * from './types.ts';
export type { AppRouter };

/**
 * Every procedure of the service, with the types of the service: `await client.posts.list({ tag: 'news' })`.
 * Each fails with a BlogError. Token and receipts may be set at any time.
 */
export type BlogClient = Procedures & Caller;

/** Makes a client. Calls of the same moment travel in one request. */
export function createBlogClient(options: BlogClientOptions): BlogClient {
  const { token, receipts = [], retry } = options;
  const caller: Caller = { token, receipts };
  const trpc = connect(options, caller);
  const call =
    (kind: Kind, path: string) =>
    async (input: unknown, callOptions: CallOptions = {}) => {
      const once = () => callOnce(trpc, kind, path, input, callOptions);
      return kind === 'query' && retry !== false ? withRetries(once, retry ?? {}, callOptions.signal) : once();
    };
  const procedures = mapValues(kinds, (subject, router) =>
    mapValues<Kind, unknown>(subject, (kind, name) => call(kind, `${router}.${name}`)),
  );
  return Object.assign(caller, procedures as unknown as Procedures);
}

async function callOnce(trpc: Trpc, kind: Kind, path: string, input: unknown, { signal }: CallOptions) {
  try {
    return await trpc[kind](path, input, signal && { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw asBlogError(error);
  }
}

function mapValues<V, R>(
  record: Readonly<Record<string, V>>,
  change: (value: V, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
