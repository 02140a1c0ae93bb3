import { z } from 'zod';

import { ok, version, postId } from '../base/schemas.ts';

export const changesInput = z.object({
  after: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The cursor of an earlier response; without it, every public post.' }),
  limit: z.int().min(1).max(500).default(100).meta({ description: 'Changes in one response at most.' }),
});

const change = z
  .object({
    id: postId,
    version,
    deleted: z.boolean().meta({ description: 'Whether the public sees no post under this id any more.' }),
    redirectsTo: postId.optional().meta({ description: 'The id that the post has now, after a rename.' }),
  })
  .meta({ id: 'Change' });

export const changeList = z.object({
  ok,
  changes: z.array(change).meta({ description: 'Each id at most once.' }),
  cursor: z.string().meta({ description: 'For `after` of the next call. Its form may change.', examples: ['c.0.2s'] }),
  more: z.boolean().meta({ description: 'Whether there is more after this cursor already.' }),
});

export type ChangesInput = z.output<typeof changesInput>;
export type ChangeShape = z.output<typeof change>;
