import { createTRPCClientProxy } from '@trpc/client';

import { client } from '../api/api.ts';

/** The calls about comments, for what is no hook's business: `calls.moderate.mutate({ id, pinned: true })`. */
export const calls = createTRPCClientProxy(client).comments;
