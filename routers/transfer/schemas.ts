import { z } from 'zod';

import { canonicalAddress } from '../base/mail-address.ts';
import { enc, postDetail } from '../posts/answers.ts';
import { status, timestampInput } from '../base/field-schemas.ts';
import { createInput } from '../posts/schemas.ts';
import { commentLengths } from '../../shared/lengths.ts';
import { checkedLater, cleanString, flag, ok, zeroOrOne, postId } from '../base/schemas.ts';
import { cleanText, storable } from '../base/text.ts';
import { postFields } from '../../shared/post-fields.ts';
import { MAX_PAGE_URL } from '../../shared/thread-address.ts';

/** The maximum number of posts in an import call; the body limit of 4 MiB may require fewer. */
const CHUNK = 100;

/** A path or a key of the source. */
export const path = storedText(1000);

function storedText(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .transform(storable)
    .refine((text) => text !== '', { error: 'must not be empty' })
    .meta({ override: { type: 'string', minLength: 1, maxLength: max } });
}

const sourceKey = 'Identifies the post in its source: a second import updates the same post.';

/** A time in the source; the service takes its own time instead of a later one. */
function sourceTime(description: string) {
  return timestampInput()
    .optional()
    .meta({
      override: { type: ['string', 'null'], format: 'date-time' },
      description,
      examples: ['2024-02-04T07:30:00.000Z'],
    });
}

/** The maximum number of authors that a source may name. */
const MAX_NAMES = 100;

function cleanLine(text: string): string {
  return cleanText(text, { lineFeeds: false });
}

/** A post from another blog: the fields of a new post, its source key, its times and its former paths. */
export const importItem = createInput
  .omit({ notifySubscribers: true })
  .extend({
    sourceKey: path.meta({ description: sourceKey, examples: ['posts/first-light.md'] }),
    kind: z
      .enum(['post', 'page'])
      .default('post')
      .meta({ description: 'What a new one becomes; one that is here stays what it is.' }),
    allowComments: flag.optional().meta({ description: 'Whether visitors may comment on a page.' }),
    commentsClosed: flag.optional().meta({ description: 'Whether visitors cannot comment on a post.' }),
    authors: z
      .array(z.string().max(200).transform(cleanLine))
      .max(MAX_NAMES)
      .optional()
      .meta({
        override: { type: 'array', maxItems: MAX_NAMES, items: { type: 'string', maxLength: 200 } },
        description:
          'Ids or names of authors. If all of them are here, the post is by them; else `author` stands for them, or these texts.',
        examples: [['ada', 'Bea']],
      }),
    enc: enc.nullish(),
    created_at: sourceTime('When the post was created in its source; feeds have it.'),
    updated_at: sourceTime(
      'When it last changed there; written with a post that is new or changed. Absent: `created_at`.',
    ),
    wasScheduled: z.boolean().default(false).meta({
      description:
        'Whether it was scheduled for `publishAt` when it was exported: a new post whose time has passed becomes a draft.',
    }),
    aliases: z.array(path).max(100).default([]).meta({ description: 'Former paths, which redirect to the post.' }),
  })
  .meta({ id: 'ImportPost' });

/** The longest imported comment in characters: WordPress stores 65,535 bytes. */
const COMMENT_LENGTH = 65_535;

const commentKey = path.meta({
  description: 'Identifies the comment in its source; a second import leaves it as it is.',
});

/** A comment from another blog. */
export const importComment = z
  .object({
    sourceKey: commentKey,
    post: storedText(MAX_PAGE_URL).meta({
      description:
        'The source key of its post, its id or a former one, a former path of it, or the URL of a page of a comment site.',
    }),
    title: cleanString(0, postFields.title.max).default('').meta({
      description: 'The title of the page, for the first comment on a page of a comment site; empty: its URL.',
    }),
    parent: path.optional().meta({ description: 'The source key of the comment that it replies to.' }),
    author: cleanString(0, commentLengths.author, { visible: true }).meta({ description: 'The name of the author.' }),
    content: cleanString(0, COMMENT_LENGTH, { lineFeeds: true, visible: true }).meta({
      description: 'Plain text; empty, like `author`, for a deleted comment that has replies.',
    }),
    created_at: sourceTime('When it was written.'),
    status: z
      .enum(['approved', 'pending'])
      .default('approved')
      .meta({ description: 'Only approved comments are public.' }),
    owner: z.boolean().default(false).meta({ description: 'Whether the owner of the blog wrote it.' }),
    markdown: z.boolean().default(false).meta({ description: 'Whether `content` is Markdown.' }),
    email: z
      .string()
      .max(1000)
      .transform((text) => canonicalAddress(text)?.toLowerCase() ?? null)
      .optional()
      .meta({
        override: { type: 'string', maxLength: 1000 },
        description:
          'The e-mail address of the author, for the owner to see: nothing is mailed to it. One that is not valid is left out.',
        examples: ['ada@example.org'],
      }),
  })
  .refine(({ author, content }) => (author === '') === (content === ''), {
    error: 'must have a text, and the comment an author, unless both are empty for a deleted comment',
    path: ['content'],
  })
  .meta({ id: 'ImportComment' });

export const importInput = z
  .object({
    // Each post is validated separately: one invalid post does not fail the others.
    posts: z
      .array(checkedLater(importItem))
      .max(CHUNK)
      .default([])
      .meta({
        override: { type: 'array', items: { type: 'object' } },
        description:
          'Posts as for POST /api/posts, each with `sourceKey`, and optionally `enc`, `created_at`, `updated_at` and `aliases`.',
        examples: [[{ sourceKey: 'posts/first-light.md', title: 'First light', content: 'The ferry leaves at six.' }]],
      }),
    comments: z
      .array(checkedLater(importComment))
      .max(CHUNK)
      .default([])
      .meta({
        override: { type: 'array', items: { type: 'object' } },
        description: 'Comments, after the posts of the call: each before its replies, oldest first.',
        examples: [[{ sourceKey: 'disqus:7', post: 'posts/first-light.md', author: 'Ada', content: 'Thank you.' }]],
      }),
    dryRun: z.boolean().default(false).meta({ description: 'Only report what an import would do.' }),
  })
  .refine(({ posts, comments }) => posts.length + comments.length > 0, {
    error: 'must have at least one post or comment',
    path: ['posts'],
  });

const result = z
  .object({
    sourceKey: z.string().meta({ description: sourceKey, examples: ['posts/first-light.md'] }),
    outcome: z.enum(['new', 'changed', 'unchanged', 'refused']).meta({ description: 'The result.' }),
    id: postId.optional(),
    status: status.optional().meta({ description: 'The status of the post; absent if it was refused.' }),
    reason: z.string().optional().meta({ description: 'Why it was refused.' }),
    redirects: z
      .int()
      .min(0)
      .optional()
      .meta({
        description:
          'How many of its former paths lead to it, and not to another post. Absent if it has none, or was refused.',
        examples: [1],
      }),
    activeRedirects: z
      .int()
      .min(0)
      .optional()
      .meta({
        description: 'How many of these answer now: none if it is a draft or scheduled.',
        examples: [1],
      }),
    note: z.string().optional().meta({
      description: 'Why the status differs from the source: scheduled by its date, or chosen here.',
    }),
  })
  .meta({ id: 'ImportResult' });

const commentResult = z
  .object({
    sourceKey: z.string().meta({ description: 'Identifies the comment in its source.', examples: ['disqus:7'] }),
    outcome: z.enum(['new', 'unchanged', 'refused']).meta({ description: 'The result.' }),
    reason: z.string().optional().meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'ImportCommentResult' });

export const importResults = z.object({
  ok,
  results: z.array(result).meta({ description: 'One for each post.' }),
  comments: z.array(commentResult).meta({ description: 'One for each comment.' }),
});

const exported = z.object({
  ...postDetail.shape,
  kind: z.enum(['post', 'page']).meta({ description: 'Post or page.' }),
  allowComments: zeroOrOne.meta({ description: 'Whether visitors may comment on a page; 0 for posts.' }),
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
  posts: z.array(exported).meta({ description: 'Posts and pages with their content, drafts included.' }),
  cursor: z.string().optional().meta({ description: 'The cursor of the next page; absent on the last one.' }),
});

export type ImportItem = z.output<typeof importItem>;
export type ImportComment = z.output<typeof importComment>;
export type ImportCommentResult = z.output<typeof commentResult>;
export type ImportResult = z.output<typeof result>;
