import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';

import { connect } from '../../connect.ts';
import { asBlogError } from '../../errors.ts';
import type { AppRouter } from '../../index.ts';
import { session } from '../session/session.ts';
import { translateErrors } from './translate-errors.ts';
import { signedInFirst } from './signed-in-first.ts';

/** Milliseconds for which what was read counts as fresh: going back to a screen shows it at once. */
const FRESH = 15_000;
/** How often a read is tried again when the service cannot be reached. */
const TRIES = 2;

/** The calls of the service, with the types of the service, by the project's own client. */
export const client = connect({ url: location.origin }, { token: () => session.token(), receipts: [] }, [
  translateErrors,
  signedInFirst,
]);

/** What was read, and is shared by all screens. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      retry: (failed, error) => failed < TRIES && isPassing(error),
    },
  },
});

/** Options for useQuery and useMutation: `useQuery(trpc.posts.get.queryOptions({ id }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** Whether another try can help. */
function isPassing(error: unknown): boolean {
  return ['NETWORK_ERROR', 'SERVICE_UNAVAILABLE', 'UNEXPECTED_ANSWER'].includes(asBlogError(error).code);
}
