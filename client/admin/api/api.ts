import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';

import type { AppRouter } from '../../index.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { persister } from '../offline/persister.ts';
import { session } from '../session/session.ts';
import { allowReads, bearer, connect, stopReads } from './connect.ts';
import { translateErrors } from './translate-errors.ts';
import { retryAfterSignIn } from './retry-after-sign-in.ts';

/** How long cached data is fresh, so that going back to a screen shows it immediately. */
const STALE_TIME_MS = 15_000;
/** How often a failed read is retried. */
const MAX_RETRIES = 2;

/** The tRPC client of the service. */
export const client = connect(bearer, [translateErrors, retryAfterSignIn]);

/** The query cache, shared by all screens. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_TIME_MS,
      // Without a connection, the persister returns cached reads; other reads fail with a message.
      networkMode: 'always',
      refetchOnReconnect: true,
      persister,
      retry: (failed, error) => failed < MAX_RETRIES && isTransient(error),
    },
    mutations: { networkMode: 'always' },
  },
});

/** Options for useQuery and useMutation: `useQuery(trpc.posts.get.queryOptions({ id }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/**
 * Stops what screens are loading, before a sign-out: the service would refuse it with 401. Nothing is loaded until `leave`
 * or `readAgain`.
 */
export async function stopReading(): Promise<void> {
  await queryClient.cancelQueries();
  stopReads();
}

/** Loads what screens show, after a sign-out that failed. */
export function readAgain(): void {
  allowReads();
  void queryClient.invalidateQueries();
}

/** Deletes the session that the service has ended, and its cached reads. */
export function leave(): void {
  session.end();
  queryClient.clear();
  allowReads();
}

/** Whether a retry may succeed. */
function isTransient(error: unknown): boolean {
  return ['NETWORK_ERROR', 'SERVICE_UNAVAILABLE', 'UNEXPECTED_ANSWER'].includes(asBlogError(error).code);
}
