import { z } from 'zod';

import { enc, postDetail } from '../posts/answers.ts';
import { createInput, status } from '../posts/schemas.ts';
import { ok } from '../schemas.ts';
import { storable } from '../text.ts';

/** How many posts one import call takes; the body limit of 4 MiB may ask for fewer. */
const CHUNK = 100;

const path = z
  .string()
  .min(1)
  .max(1000)
  .transform(storable)
  .refine((text) => text !== '', { error: 'must not be empty' })
  .meta({ override: { type: 'string', minLength: 1, maxLength: 1000 } });

/** A post from another blog: what a new post takes, where it came from, and where it used to live. */
export const importItem = createInput.extend({
  sourceKey: path.meta({ description: 'Where the post was found; the same again means the same post.' }),
  enc: enc.nullish(),
  aliases: z.array(path).max(100).default([]).meta({ description: 'Old paths that lead here from now on.' }),
});

export const importInput = z.object({
  // Each post is checked by itself, so that a bad one does not refuse the others.
  posts: z
    .array(z.unknown())
    .min(1)
    .max(CHUNK)
    .meta({ override: { type: 'array', items: { type: 'object' } } }),
  dryRun: z.boolean().default(false),
});

const result = z
  .object({
    sourceKey: z.string(),
    outcome: z.enum(['new', 'changed', 'unchanged', 'refused']),
    id: z.string().optional(),
    status: status.optional().meta({ description: 'The status of the post now; absent when it was refused.' }),
    reason: z.string().optional().meta({ description: 'Why it was refused.' }),
    note: z.string().optional().meta({
      description: 'Why its status differs from the source: scheduled by its date, or decided here.',
    }),
  })
  .meta({ id: 'ImportResult' });

export const importResults = z.object({ ok, results: z.array(result) });

export const exportInput = z.object({ cursor: z.string().optional() });
export const exportPage = z.object({
  ok,
  posts: z.array(z.object({ ...postDetail.shape, sourceKey: z.string().nullable(), aliases: z.array(z.string()) })),
  cursor: z.string().optional().meta({ description: 'For the next page; absent at the end.' }),
});

export type ImportItem = z.output<typeof importItem>;
export type ImportResult = z.output<typeof result>;
