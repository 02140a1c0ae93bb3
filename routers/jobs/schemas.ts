import { z } from 'zod';

import { count, existingId, ok, pageNumber, pageSize, paging, timestamp } from '../base/schemas.ts';

const id = z.string().meta({ description: 'The id, j-…', examples: ['j-0mm5lxs00a1b2c3d4e5f60718'] });

export const listInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  state: z.enum(['waiting', 'failed']).optional().meta({ description: 'Only jobs in this state.' }),
});
export const idInput = z.object({ id: existingId.meta({ description: 'The id of a failed job, j-…' }) });

const job = z
  .object({
    id,
    kind: z.string().meta({ description: 'What it does.', examples: ['publish'] }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The post that it is about, or the host of the webhook.', examples: ['first-light'] }),
    state: z.enum(['waiting', 'failed']).meta({ description: 'failed: it was given up.' }),
    attempts: count('How often it was begun.', 1),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed.', examples: [null] }),
    runAt: timestamp('It does not run before.'),
    createdAt: timestamp('When it was put into the queue.'),
  })
  .meta({ id: 'Job' });

export const jobList = z.object({
  ok,
  jobs: z.array(job).meta({ description: 'Failed ones first, then those that run next.' }),
  ...paging,
  waiting: count('Jobs that wait, those of later included.', 1),
  failed: count('Jobs that were given up.', 0),
  dueSince: timestamp('When the first job that is due became due; null: none is.').nullable(),
});
export const oneId = z.object({ ok, id });

export type ListInput = z.output<typeof listInput>;
export type JobShape = z.output<typeof job>;
