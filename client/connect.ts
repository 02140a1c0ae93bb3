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

/** How many calls go into one request, and how long its address may get; the service takes 10 and 8,192. */
const BATCH = { maxItems: 10, maxURLLength: 7_500 };
/** An input that is longer than this when it is written into an address travels by itself. */
const LARGE = 5_000;
/** How many receipts one request may show. */
const RECEIPTS = 20;

/** A client of tRPC that speaks to the service as it wants to be spoken to. */
export type Trpc = TRPCUntypedClient<AppRouter>;

/**
 * Connects to the service's native tRPC.
 *
 * @param caller read anew for each request
 * @param first links that every call passes before it travels
 */
export function connect(
  { url, setupKey, fetch = globalThis.fetch }: Pick<BlogClientOptions, 'url' | 'setupKey' | 'fetch'>,
  caller: Caller,
  first: readonly TRPCLink<AppRouter>[] = [],
): Trpc {
  const address = url.replace(/\/+$/, '');
  const link = {
    url: `${address}/trpc`,
    transformer: superjson,
    async headers() {
      const { receipts } = caller;
      const token = typeof caller.token === 'function' ? await caller.token() : caller.token;
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
      ...first,
      splitLink({
        condition: ({ input }) => isLarge(input),
        true: httpLink<AppRouter>(link),
        false: httpBatchLink<AppRouter>({ ...link, ...BATCH }),
      }),
    ],
  });
}

function isLarge(input: unknown): boolean {
  const text = JSON.stringify(input) ?? '';
  return text.length > LARGE || encodeURIComponent(text).length > LARGE;
}
