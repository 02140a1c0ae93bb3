import { z } from 'zod';

import { count, ok, pageNumber, pageSize, paging, timestamp } from '../../base/schemas.ts';
import { postDetail } from '../answers.ts';
import { deleteInput } from '../schemas.ts';

const { id, title, version } = postDetail.shape;

export const trashInput = deleteInput.extend({ ifVersion: deleteInput.shape.ifVersion.meta({ examples: [12] }) });
export const idInput = deleteInput.pick({ id: true });
export const listInput = z.object({ page: pageNumber(), pageSize: pageSize() });

const expiresAt = timestamp('When it is deleted with all that belongs to it, by the clock of the database.');

const trashedPost = z
  .object({
    id,
    kind: z.enum(['post', 'page']).meta({ description: 'What it is.' }),
    title,
    status: z
      .enum(['published', 'scheduled', 'draft'])
      .meta({ description: 'What it was before it came into the trash.' }),
    publishAt: z
      .string()
      .nullable()
      .meta({ description: 'The publish time that it had then.', examples: ['2026-07-24T06:30:00.000Z'] }),
    version,
    trashedAt: timestamp('When it came into the trash.'),
    expiresAt,
  })
  .meta({ id: 'TrashedPost' });

export const trashed = z.object({ ok, id, expiresAt });
export const trashList = z.object({
  ok,
  posts: z.array(trashedPost).meta({ description: 'Posts and pages, the last ones first.' }),
  ...paging,
});
export const emptied = z.object({ ok, deleted: count('Number of deleted posts and pages.', 3) });

export type TrashInput = z.output<typeof trashInput>;
export type TrashListInput = z.output<typeof listInput>;
export type TrashedPost = z.output<typeof trashedPost>;
