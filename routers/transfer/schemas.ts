import { z } from 'zod';

import { enc, postDetail } from '../posts/answers.ts';
import { status } from '../posts/field-schemas.ts';
import { createInput, postId } from '../posts/schemas.ts';
import { checkedLater, ok } from '../schemas.ts';
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

const sourceKey = 'Identifies the post in its source: a second import updates the same post.';

/** A post from another blog: the fields of a new post, its source key and its former paths. */
export const importItem = createInput
  .extend({
    sourceKey: path.meta({ description: sourceKey, examples: ['posts/first-light.md'] }),
    enc: enc.nullish(),
    aliases: z.array(path).max(100).default([]).meta({ description: 'Former paths, which redirect to the post.' }),
  })
  .meta({ id: 'ImportPost' });

export const importInput = z.object({
  // Each post is validated separately: one invalid post does not fail the others.
  posts: z
    .array(checkedLater(importItem))
    .min(1)
    .max(CHUNK)
    .meta({
      override: { type: 'array', items: { type: 'object' } },
      description: 'Posts as for POST /api/posts, each with `sourceKey`, and optionally `enc` and `aliases`.',
      examples: [[{ sourceKey: 'posts/first-light.md', title: 'First light', content: 'The ferry leaves at six.' }]],
    }),
  dryRun: z.boolean().default(false).meta({ description: 'Only report what an import would do.' }),
});

const result = z
  .object({
    sourceKey: z.string().meta({ description: sourceKey, examples: ['posts/first-light.md'] }),
    outcome: z.enum(['new', 'changed', 'unchanged', 'refused']).meta({ description: 'The result.' }),
    id: postId.optional(),
    status: status.optional().meta({ description: 'The status of the post; absent if it was refused.' }),
    reason: z.string().optional().meta({ description: 'Why it was refused.' }),
    note: z.string().optional().meta({
      description: 'Why the status differs from the source: scheduled by its date, or chosen here.',
    }),
  })
  .meta({ id: 'ImportResult' });

export const importResults = z.object({ ok, results: z.array(result).meta({ description: 'One for each post.' }) });

const exported = z.object({
  ...postDetail.shape,
  sourceKey: z
    .string()
    .nullable()
    .meta({ description: `${sourceKey} Null for posts that were not imported.`, examples: [null] }),
  aliases: z.array(z.string()).meta({
    description: 'Former paths, which redirect to the post.',
    examples: [['/2026/03/first-light.html']],
  }),
});
export const exportInput = z.object({
  cursor: z.string().optional().meta({ description: 'The cursor of the previous page.' }),
});
export const exportPage = z.object({
  ok,
  posts: z.array(exported).meta({ description: 'Posts with their content, drafts included.' }),
  cursor: z.string().optional().meta({ description: 'The cursor of the next page; absent on the last one.' }),
});

export type ImportItem = z.output<typeof importItem>;
export type ImportResult = z.output<typeof result>;
