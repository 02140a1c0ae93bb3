import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCLink,
  type TRPCUntypedClient,
} from '@trpc/client';
import superjson from 'superjson';

import type { AppRouter } from '../routers/index.ts';
import { foreignAnswer, unreachable } from './errors.ts';
import type { BlogClientOptions, Caller } from './options.ts';

/** Limits of a batch. The service accepts 10 calls and a URL of 8,192 bytes. */
const BATCH = { maxItems: 10, maxURLLength: 7_500 };
/** An input with more characters than this, percent-encoded, is sent in a request of its own. */
const MAX_BATCHED_INPUT = 5_000;
/** Receipts that one request may carry. */
const MAX_RECEIPTS = 20;

/** A tRPC client without types for its procedures, which `createBlogClient` adds. */
export type Trpc = TRPCUntypedClient<AppRouter>;

/**
 * Creates a client of the service's native tRPC.
 *
 * @param caller token and receipts, read for each request
 * @param links links that every call passes before it is sent
 */
export function connect(
  { url, setupKey, fetch = globalThis.fetch }: Pick<BlogClientOptions, 'url' | 'setupKey' | 'fetch'>,
  caller: Caller,
  links: readonly TRPCLink<AppRouter>[] = [],
): Trpc {
  const baseUrl = url.replace(/\/+$/, '');
  const options = {
    url: `${baseUrl}/trpc`,
    transformer: superjson,
    async headers() {
      const { receipts } = caller;
      const token = typeof caller.token === 'function' ? await caller.token() : caller.token;
      return {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(receipts.length > 0 && { 'x-comment-receipt': receipts.slice(-MAX_RECEIPTS).join(',') }),
        ...(setupKey && { 'x-setup-key': setupKey }),
      };
    },
    // The service always answers with JSON; anything else comes from a proxy or another server.
    async fetch(input: RequestInfo | URL, init?: RequestInit) {
      const response = await fetch(input, init).catch((error: unknown) => {
        throw init?.signal?.aborted ? error : unreachable(baseUrl, error);
      });
      if (!response.headers.get('content-type')?.includes('json')) throw foreignAnswer(response);
      return response;
    },
  };
  return createTRPCUntypedClient<AppRouter>({
    links: [
      ...links,
      splitLink({
        condition: ({ input }) => isLarge(input),
        true: httpLink<AppRouter>(options),
        false: httpBatchLink<AppRouter>({ ...options, ...BATCH }),
      }),
    ],
  });
}

function isLarge(input: unknown): boolean {
  const text = JSON.stringify(input) ?? '';
  return text.length > MAX_BATCHED_INPUT || encodeURIComponent(text).length > MAX_BATCHED_INPUT;
}
