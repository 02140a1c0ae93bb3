import { z } from 'zod';

import { postDetail } from '../posts/answers.ts';
import { postId, workingFields } from '../posts/schemas.ts';
import { ifVersion, LARGEST_VERSION, moment, ok } from '../schemas.ts';

export const postInput = z.object({ id: postId });
export const saveInput = z.object({
  id: postId,
  baseVersion: z.int().min(0).max(LARGEST_VERSION),
  fields: workingFields,
  ifVersion,
  ifSavedAt: moment.nullable().optional().meta({
    description: 'Saves only in place of the working copy that was saved then; null: only when there is none.',
  }),
});
export const publishInput = z.object({ id: postId, ifVersion });

const { title, content, excerpt, cover, tags, category, pinned, date } = postDetail.shape;

const workingCopy = z
  .object({
    baseVersion: z.int(),
    savedAt: moment,
    fields: z
      .object({ title, content, excerpt, cover, tags, category, pinned, date })
      .partial()
      .meta({
        examples: [{ title: 'First light', content: 'The ferry leaves at seven.' }],
      }),
  })
  .meta({ id: 'WorkingCopy' });

export const maybeCopy = z.object({ ok, workingCopy: workingCopy.nullable() });
export const saved = z.object({ ok, savedAt: moment });
export const discarded = z.object({ ok });

export type SaveInput = z.output<typeof saveInput>;
export type PublishInput = z.output<typeof publishInput>;
export type WorkingCopyShape = z.output<typeof workingCopy>;
