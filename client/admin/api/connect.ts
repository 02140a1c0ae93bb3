import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCLink,
  type TRPCUntypedClient,
} from '@trpc/client';
import superjson from 'superjson';

import { foreignAnswer, unreachable } from '../../api/errors.ts';
import type { AppRouter } from '../../index.ts';
import { offline } from '../offline/offline.ts';
import { session } from '../session/session.ts';
import { baseUrl } from '../place.ts';

/** Limits of a batch. The service accepts 10 calls and a URL of 8,192 bytes. */
const BATCH = { maxItems: 10, maxURLLength: 7_500 };
/** An input with more characters than this, percent-encoded, is sent in a request of its own. */
const MAX_BATCHED_INPUT = 5_000;

let reads = new AbortController();

/** Ends every request that only reads, and refuses others until `allowReads`. */
export function stopReads(): void {
  reads.abort();
}

/** Lets requests that only read begin again. */
export function allowReads(): void {
  if (reads.signal.aborted) reads = new AbortController();
}

/** The header with the token of the session. */
export function bearer(): Record<string, string> {
  const token = session.token();
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/**
 * Creates a tRPC client of the service that serves this page.
 *
 * @param headers called for each request
 * @param links links that every call passes before it is sent
 */
export function connect(
  headers: () => Record<string, string>,
  links: readonly TRPCLink<AppRouter>[] = [],
): TRPCUntypedClient<AppRouter> {
  const options = {
    url: `${baseUrl}/trpc`,
    transformer: superjson,
    headers,
    // The service always answers with JSON; anything else comes from a proxy or another server.
    async fetch(input: RequestInfo | URL, init?: RequestInit) {
      const signals = [init?.signal, init?.method === 'GET' ? reads.signal : null].filter((signal) => signal != null);
      const signal = AbortSignal.any(signals);
      const response = await fetch(input, { ...init, signal }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        offline.set(true);
        throw unreachable(baseUrl, error);
      });
      if (offline.get()) offline.set(false);
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
