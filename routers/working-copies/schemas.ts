import { z } from 'zod';

import { pick } from '../../shared/pick.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import { inputFields, outputFields } from '../base/field-schemas.ts';
import { notifySubscribers } from '../posts/schemas.ts';
import { flag, ifVersion, LARGEST_VERSION, ok, timestamp, postId } from '../base/schemas.ts';

/** The fields that a working copy can contain. */
export const workingFields = fieldsWith('workingCopy', true);

const baseVersion = 'The version of the post that the changes are based on.';
const savedAt = timestamp('When the working copy was saved.');

export const postInput = z.object({ id: postId });
export const saveInput = z.object({
  id: postId,
  baseVersion: z
    .int()
    .min(0)
    .max(LARGEST_VERSION)
    .meta({ description: baseVersion, examples: [12] }),
  fields: z
    .object(pick(inputFields, workingFields))
    .partial()
    .meta({
      description: 'The changed fields.',
      examples: [{ title: 'First light', content: 'The ferry leaves at seven.' }],
    }),
  ifVersion,
  ifSavedAt: z.string().nullable().optional().meta({
    format: 'date-time',
    description: 'Replace only the working copy that was saved then; null: only if there is none.',
  }),
  autosave: flag.optional().meta({
    description: 'Saved while somebody writes: needs `ifVersion` and `ifSavedAt`, and the post must not be protected.',
  }),
});
export const discardInput = z.object({ id: postId, ifSavedAt: savedThen('Discard') });
export const publishInput = z.object({
  id: postId,
  ifVersion: ifVersion.meta({ examples: [12] }),
  ifSavedAt: savedThen('Publish'),
  notifySubscribers,
});

function savedThen(verb: string) {
  const description = `${verb} only the working copy that was saved then.`;
  return z
    .string()
    .optional()
    .meta({ format: 'date-time', description, examples: ['2026-05-04T09:30:00.000Z'] });
}

const workingCopy = z
  .object({
    baseVersion: z.int().meta({ description: baseVersion, examples: [12] }),
    savedAt,
    fields: z
      .object(pick(outputFields, workingFields))
      .partial()
      .meta({
        description: 'The changed fields.',
        examples: [{ title: 'First light', content: 'The ferry leaves at seven.' }],
      }),
  })
  .meta({ id: 'WorkingCopy' });

export const maybeCopy = z.object({
  ok,
  workingCopy: workingCopy.nullable().meta({ description: 'Null if there is none.' }),
});
export const saved = z.object({ ok, savedAt });
export const discarded = z.object({ ok });

export type DiscardInput = z.output<typeof discardInput>;
export type SaveInput = z.output<typeof saveInput>;
export type PublishInput = z.output<typeof publishInput>;
export type WorkingCopyShape = z.output<typeof workingCopy>;
