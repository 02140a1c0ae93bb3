import { z } from 'zod';

import { bulkResult } from '../data/bulk.ts';
import { count, ok, paging, postId, timestamp, zeroOrOne } from '../base/schemas.ts';
import { ruleNames } from './spam-filter/rules.ts';

export const pinned = 'Whether the comment is listed first.';
export const featured = 'Whether the owner highlights the comment.';

const status = z
  .enum(['approved', 'pending'])
  .meta({ description: 'Only approved comments are public.', examples: ['approved'] });
const shownId = z.string().meta({ description: 'The id, c-…', examples: ['c-0mm5lxs00a1b2c3d4e5f60718'] });

const shape = {
  id: shownId,
  post_id: postId.meta({ description: 'The post, or gb-note or gb-idea.' }),
  author: z.string().meta({ description: 'Plain text with & < > and " as entities.', examples: ['Ada'] }),
  content: z.string().meta({
    description: 'Plain text, or Markdown, with & < > and " as entities.',
    examples: ['The ferry leaves at six.'],
  }),
  date: timestamp('When the comment was written.'),
  status,
  parent_id: shownId.nullable().meta({
    description: 'The comment that this one replies to; null at the top level.',
    examples: [null],
  }),
  likes: count('Number of likes.', 4),
  pinned: zeroOrOne.meta({ description: pinned }),
  featured: zeroOrOne.meta({ description: featured }),
  owner: zeroOrOne.meta({ description: 'Whether the owner of the site wrote it.' }),
  source: z
    .string()
    .optional()
    .meta({
      description: 'The page of another site that mentions the post, for a webmention; absent for other comments.',
      examples: ['https://ada.example/notes/ferries'],
    }),
  thread: z
    .object({
      url: z.string().meta({ description: 'The URL of the page.', examples: ['https://notes.example/ferries/'] }),
      site: z.string().meta({ description: 'Its host, without `www.`.', examples: ['notes.example'] }),
    })
    .optional()
    .meta({ description: 'The page of another site that it is on; absent for other comments.' }),
  html: z
    .string()
    .optional()
    .meta({
      description:
        'With `include=html`: the text as HTML with the elements p, br, em, strong, code, pre, blockquote, ul, ol, li and a, and the attributes href, rel and start.',
      examples: ['<p>The ferry leaves at <em>six</em>.</p>'],
    }),
  markdown: z.literal(1).optional().meta({
    description: 'With `include=html`: 1 if `content` is Markdown; absent if it is plain text.',
  }),
};

export const comment = z.object(shape).meta({ id: 'Comment' });
/** A comment in events. */
export const announcedComment = z
  .object({
    ...shape,
    post_title: z.string().meta({
      description: 'The title of the post; Note or Idea for the guestbook.',
      examples: ['First light'],
    }),
    heldBecause: z
      .enum(['moderation', 'first', 'suspicious', 'administrator', 'spam'])
      .nullable()
      .meta({
        description:
          'Why the comment is pending: moderation is on for all comments, it is the first of its author, it may be spam, the administrator holds it, or it is spam. Null for comments that are not pending, or when the reason is unknown.',
        examples: [null],
      }),
  })
  .meta({ id: 'AnnouncedComment' });

/** A comment as the administrator's list shows it. */
const titledComment = announcedComment
  .extend({
    email: z
      .string()
      .nullable()
      .meta({
        description:
          'The address to which replies are mailed, or one that an import kept, to which nothing is; null without one, and for API keys.',
        examples: [null],
      }),
    spam: z
      .object({
        verdict: z
          .enum(['good', 'held', 'spam'])
          .meta({ description: 'What the filter or the owner thinks of it.', examples: ['good'] }),
        score: z.int().meta({ description: 'The sum of the points: held from 3, spam from 6.', examples: [0] }),
        reasons: z
          .array(
            z.object({
              rule: z.enum(ruleNames).meta({ description: 'The rule.', examples: ['links'] }),
              points: z.int().meta({ description: 'Negative for what speaks against spam.', examples: [3] }),
              detail: z.string().meta({ description: 'What was found.', examples: ['4'] }),
            }),
          )
          .meta({ description: 'Why.', examples: [[]] }),
      })
      .nullable()
      .meta({ description: 'What the spam filter found; null if it was off.', examples: [null] }),
  })
  .meta({ id: 'TitledComment' });

export const counts = z.object({
  ok,
  counts: z.record(z.string(), z.int().min(0)).meta({
    description: 'The number of approved comments by id; 0 for ids that do not exist.',
    examples: [{ 'first-light': 3, 'gb-note': 0 }],
  }),
});
export const commentList = z.object({
  ok,
  comments: z.array(comment).meta({ description: 'The newest 300 at most, oldest first.' }),
  total: z
    .int()
    .min(0)
    .meta({ description: 'Number of approved comments.', examples: [1] }),
  before: z.string().optional().meta({ description: 'Cursor for older comments; absent if there are none.' }),
  after: z.string().optional().meta({
    description: 'Cursor for what follows, with `sort` `oldest` or `likes`; absent if there is nothing.',
  }),
  newer: z.literal(1).optional().meta({ description: 'With `at`: 1 if there are newer comments; absent if not.' }),
  closed: z.literal(1).optional().meta({
    description: '1 if visitors cannot comment, by the settings of the post or page or by its age; absent otherwise.',
  }),
});
export const submitted = z.object({
  ok,
  comment,
  receipt: z.string().meta({
    description: 'Send it as X-Comment-Receipt to see, edit or delete the comment.',
    examples: ['k3V9xQ4uT0mWc7ZbP1sYaA'],
  }),
});
export const oneComment = z.object({ ok, comment });
export const titledList = z.object({
  ok,
  comments: z.array(titledComment).meta({ description: 'The newest first, unless `order` says otherwise.' }),
  ...paging,
});
export const deleted = z.object({ ok, deleted: count('Number of deleted comments, replies included.', 1) });
export const changed = z.object({ ok, ...bulkResult('comments', shownId) });
export const liked = z.object({ ok, likes: count('Number of likes.', 4) });

export type CommentList = z.output<typeof commentList>;
export type CommentShape = z.output<typeof comment>;
export type AnnouncedComment = z.output<typeof announcedComment>;
export type TitledComment = z.output<typeof titledComment>;
