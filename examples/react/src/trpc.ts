import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from 'octavo-client/trpc';
import superjson from 'superjson';

const client = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: `${import.meta.env.VITE_OCTAVO_URL}/trpc`, transformer: superjson, maxItems: 10 })],
});

export const queryClient = new QueryClient();

/** Options of queries and mutations, with the types of the service: `useQuery(trpc.posts.list.queryOptions({ page }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
