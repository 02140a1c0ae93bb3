import { createTRPCClientProxy } from '@trpc/client';

import { client } from '../api/api.ts';

/** The comment procedures for use outside of hooks: `calls.moderate.mutate({ id, pinned: true })`. */
export const calls = createTRPCClientProxy(client).comments;
