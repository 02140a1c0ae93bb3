import { createTRPCUntypedClient, httpBatchLink, httpLink, splitLink, type TRPCUntypedClient } from '@trpc/client';
import superjson from 'superjson';

import type { AppRouter } from '../routers/index.ts';
import { asBlogError, foreignAnswer, unreachable } from './errors.ts';
import { kinds, type CallOptions, type Kind, type Procedures } from './procedures.ts';
import { withRetries, type RetryOptions } from './retry.ts';

export { decryptPost } from './decrypt-post.ts';
export { BlogError, type ErrorCode } from './errors.ts';
export { plainText } from './plain-text.ts';
export type { CallOptions } from './procedures.ts';
export type { RetryOptions } from './retry.ts';
export type * from './types.ts';
export type { AppRouter };

/** The administrator's token, or a function that gives it at each request. */
export type Token = string | null | undefined | (() => string | null | undefined | Promise<string | null | undefined>);

export interface BlogClientOptions {
  /** Where the service is, such as `https://blog.example`. */
  url: string;
  token?: Token;
  /** Receipts of the visitor's own comments, sent as X-Comment-Receipt: the newest 20 of them. */
  receipts?: readonly string[];
  /** Sent as X-Setup-Key, for `admin.setup` and in an emergency for `admin.login`. */
  setupKey?: string | undefined;
  /** Used in place of the global fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Whether and how reads are tried again after 429 and 503; false for never. */
  retry?: RetryOptions | false | undefined;
}

/**
 * Every procedure of the service, with the types of the service: `await client.posts.list({ tag: 'news' })`.
 * Each fails with a BlogError. Token and receipts may be set at any time.
 */
export type BlogClient = Procedures & { token: Token; receipts: readonly string[] };

/** How many calls go into one request, and how long its address may get; the service takes 10 and 8,192. */
const BATCH = { maxItems: 10, maxURLLength: 7_500 };
/** An input that is longer than this when it is written into an address travels by itself. */
const LARGE = 5_000;
/** How many receipts one request may show. */
const RECEIPTS = 20;

/** Makes a client. Calls of the same moment travel in one request. */
export function createBlogClient(options: BlogClientOptions): BlogClient {
  const { token, receipts = [], retry } = options;
  const settings: Pick<BlogClient, 'token' | 'receipts'> = { token, receipts };
  const trpc = connect(options, settings);
  const call =
    (kind: Kind, path: string) =>
    async (input: unknown, callOptions: CallOptions = {}) => {
      const once = () => callOnce(trpc, kind, path, input, callOptions);
      return kind === 'query' && retry !== false ? withRetries(once, retry ?? {}, callOptions.signal) : once();
    };
  const procedures = mapValues(kinds, (subject, router) =>
    mapValues<Kind, unknown>(subject, (kind, name) => call(kind, `${router}.${name}`)),
  );
  return Object.assign(settings, procedures as unknown as Procedures);
}

type Trpc = TRPCUntypedClient<AppRouter>;

function connect(
  { url, setupKey, fetch = globalThis.fetch }: BlogClientOptions,
  settings: { token: Token; receipts: readonly string[] },
): Trpc {
  const address = url.replace(/\/+$/, '');
  const link = {
    url: `${address}/trpc`,
    transformer: superjson,
    async headers() {
      const { receipts } = settings;
      const token = typeof settings.token === 'function' ? await settings.token() : settings.token;
      return {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(receipts.length > 0 && { 'x-comment-receipt': receipts.slice(-RECEIPTS).join(',') }),
        ...(setupKey && { 'x-setup-key': setupKey }),
      };
    },
    // The service answers everything in JSON, so that anything else is somebody else's answer.
    async fetch(input: RequestInfo | URL, init?: RequestInit) {
      const response = await fetch(input, init).catch((error: unknown) => {
        throw init?.signal?.aborted ? error : unreachable(address, error);
      });
      if (!response.headers.get('content-type')?.includes('json')) throw foreignAnswer(response);
      return response;
    },
  };
  return createTRPCUntypedClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ input }) => isLarge(input),
        true: httpLink<AppRouter>(link),
        false: httpBatchLink<AppRouter>({ ...link, ...BATCH }),
      }),
    ],
  });
}

async function callOnce(trpc: Trpc, kind: Kind, path: string, input: unknown, { signal }: CallOptions) {
  try {
    return await trpc[kind](path, input, signal && { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw asBlogError(error);
  }
}

function isLarge(input: unknown): boolean {
  const text = JSON.stringify(input) ?? '';
  return text.length > LARGE || encodeURIComponent(text).length > LARGE;
}

function mapValues<V, R>(
  record: Readonly<Record<string, V>>,
  change: (value: V, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
