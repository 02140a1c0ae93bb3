import { z } from 'zod';

import { pick } from '../../shared/pick.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import { bulkResult } from '../data/bulk.ts';
import { count, ok, paging, timestamp, version, zeroOrOne, postId } from '../base/schemas.ts';
import { outputFields } from '../base/field-schemas.ts';

// Responses contain only the fields that are named here.

export const enc = z.object({
  salt: z.string().meta({ description: '16 bytes, base64.', examples: ['c2l4dGVlbiBieXRlcyBvaw=='] }),
  iv: z.string().meta({ description: '12 bytes, base64.', examples: ['dHdlbHZlIGJ5dGVz'] }),
  data: z.string().meta({
    description: 'Ciphertext followed by the tag of 16 bytes, base64.',
    examples: ['3q2+7wAAAAAAAAAAAAAAAAAAAAA='],
  }),
});

/** How often a post was viewed and liked. */
export const counters = { views: count('Number of views.', 120), likes: count('Number of likes.', 4) };
export const comments = count('Number of approved comments.', 5);

const summaryShape = { id: postId, ...pick(outputFields, fieldsWith('shownIn', 'lists')) };

export const postSummary = z.object(summaryShape);

const html = z
  .string()
  .optional()
  .meta({
    description: 'With `include=html`: the HTML that the site shows, with absolute URLs; "" for a protected post.',
    examples: ['<p>The ferry leaves at six.</p>'],
  });

export const postOverview = z
  .object({
    ...summaryShape,
    ...pick(outputFields, fieldsWith('shownIn', 'adminList')),
    version,
    created_at: timestamp('When the post was created.'),
    updated_at: timestamp('When the post last changed.'),
    ...counters,
    comments,
    hasWorkingCopy: zeroOrOne.meta({ description: 'Whether the post has unpublished changes.' }),
  })
  .meta({ id: 'PostOverview' });

export const postDetail = z
  .object({
    id: postId,
    ...outputFields,
    enc: enc.nullable().meta({
      description: 'The encrypted content, which the client decrypts with the password; null for plain posts.',
      examples: [null],
    }),
    commentsClosed: z.literal(1).optional().meta({
      description: '1 for a post that takes no comments by `allowComments`; absent for all others.',
    }),
    version,
    ...counters,
    created_at: timestamp('When the post was created.'),
    updated_at: timestamp('When the post last changed.'),
  })
  .meta({ id: 'PostDetail' });

/** A summary with the additional fields of lists and those of `include`. */
const listedPost = z
  .object({
    ...summaryShape,
    version,
    updated_at: timestamp('When the post last changed.'),
    content: z
      .string()
      .optional()
      .meta({ description: 'With `include=content`: the Markdown; "" for a protected post.' }),
    enc: enc.nullable().optional().meta({
      description: 'With `include=content`: the encrypted content; null for plain posts.',
    }),
    html,
    comments: comments.optional().meta({ description: 'With `include=comments`: the number of approved comments.' }),
  })
  .meta({ id: 'PostSummary' });

/** A post in an event: as in the list of posts, or with its id only. */
export const eventPost = z
  .object({ ...summaryShape, version, updated_at: timestamp('When the post last changed.') })
  .partial()
  .required({ id: true })
  .meta({ id: 'EventPost' });
const readPost = postDetail.extend({ html }).meta({ id: 'ReadPost' });

export const postList = z.object({
  ok,
  posts: z.array(listedPost).meta({ description: 'Pinned posts first, then the newest, unless `sort` is given.' }),
  ...paging,
});
export const allPosts = z.object({
  ok,
  posts: z.array(postOverview).meta({ description: 'In the requested order.' }),
  ...paging,
});
export const onePost = z.object({ ok, post: readPost });
export const created = z.object({ ok, id: postId });
export const changed = z.object({ ok, id: postId, version });
export const changedMany = z.object({ ok, ...bulkResult('posts', postId) });
const heading = z.object({
  id: z.string().meta({ description: 'Its anchor.', examples: ['the-ferry'] }),
  text: z.string().meta({ description: 'Its text.', examples: ['The ferry'] }),
  level: z.union([z.literal(2), z.literal(3)]).meta({ description: 'Its level.' }),
});
export const rendered = z.object({
  ok,
  html: z
    .string()
    .meta({ description: 'The HTML that the site shows.', examples: ['<p>The ferry leaves at six.</p>'] }),
  toc: z.array(heading).meta({ description: 'The headings of level 2 and 3.' }),
  words: count('Number of words.', 420),
  dropped: z.array(z.string()).meta({
    description: 'What the site does not show: elements and attributes.',
    examples: [['<iframe>', '<p style>']],
  }),
  droppedAt: z
    .array(
      z.object({
        name: z.string().meta({ description: 'As in `dropped`.', examples: ['<iframe>'] }),
        line: z
          .number()
          .int()
          .positive()
          .meta({ description: 'The line of the text where it is first, from 1.', examples: [3] }),
      }),
    )
    .meta({ description: 'The same with the lines, in the same order.' }),
});
export const removed = z.object({ ok, id: postId });

export type PostSummary = z.output<typeof postSummary>;
export type ListedPost = z.output<typeof listedPost>;
export type PostOverview = z.output<typeof postOverview>;
export type PostDetail = z.output<typeof postDetail>;
