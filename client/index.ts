import type { AppRouter } from '../routers/index.ts';
import { connect, type Trpc } from './connect.ts';
import { abortAtOnce } from './abort.ts';
import { asBlogError } from './errors.ts';
import type { BlogClientOptions, Caller } from './options.ts';
import { kinds, type CallOptions, type Kind, type Procedures } from './procedures.ts';
import { retryReads } from './retry.ts';

export { decryptPost } from './decrypt-post.ts';
export { BlogError, type ErrorCode } from './errors.ts';
export { plainText } from '../shared/plain-text.ts';
export type { BlogClientOptions, Token } from './options.ts';
export type { CallOptions } from './procedures.ts';
export type { RetryOptions } from './retry.ts';
export type * from './types.ts';
export type { AppRouter };

/**
 * Every procedure of the service with its types: `await client.posts.list({ tag: 'news' })`. A call that fails throws a
 * BlogError. Token and receipts may be changed at any time.
 */
export type BlogClient = Procedures & Caller;

/** Creates a client. Calls made in the same tick are sent as one request. */
export function createBlogClient(options: BlogClientOptions): BlogClient {
  const { token, receipts = [], retry } = options;
  const caller: Caller = { token, receipts };
  const trpc = connect(options, caller, retry === false ? [abortAtOnce] : [abortAtOnce, retryReads(retry ?? {})]);
  const procedures = mapValues(kinds, (subject, router) =>
    mapValues<Kind, unknown>(
      subject,
      (kind, name) => (input: unknown, callOptions?: CallOptions) =>
        call(trpc, kind, `${router}.${name}`, input, callOptions),
    ),
  );
  return Object.assign(caller, procedures as unknown as Procedures);
}

async function call(trpc: Trpc, kind: Kind, path: string, input: unknown, { signal }: CallOptions = {}) {
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
