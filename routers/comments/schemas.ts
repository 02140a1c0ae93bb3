import { z } from 'zod';

import { bulkTarget, checkBulkTarget } from '../data/bulk.ts';
import { featured, pinned } from './answers.ts';
import {
  cleanString,
  commaList,
  existingId,
  flag,
  orAbsent,
  pageNumber,
  pageSize,
  postId,
  searchTerm,
} from '../base/schemas.ts';
import { commentLengths } from '../../shared/lengths.ts';

/** The maximum number of ids whose comments one call counts. */
const MAX_COUNTED_IDS = 100;

/** The maximum length of an e-mail address. */
const MAX_EMAIL = 320;

const author = cleanString(1, commentLengths.author).meta({
  description: 'The name of the author.',
  examples: ['Ada'],
});
const anyContent = cleanString(1, commentLengths.content, { lineFeeds: true }).meta({ description: 'Plain text.' });
const content = anyContent.meta({ examples: ['The ferry leaves at six.'] });
const decided = z.enum(['approved', 'pending', 'spam']).meta({
  description: 'spam makes the comment pending, and the spam filter learns it.',
  examples: ['approved'],
});
const commentId = existingId.meta({
  description: 'The id of the comment, c-…',
  examples: ['c-0mm5lxs00a1b2c3d4e5f60718'],
});

/** What comments have in addition. */
const include = commaList(z.enum(['html']))
  .optional()
  .meta({ description: '`html`: the text as HTML.', examples: ['html'] });

/** A post, or gb-note or gb-idea for a section of the guestbook. */
const thread = { id: postId.meta({ description: 'The slug of the post, or gb-note or gb-idea.' }) };

export const listInput = z.object({
  ...thread,
  include,
  before: z
    .string()
    .optional()
    .meta({ description: 'The cursor `before` of an earlier response, for the comments before it.' }),
  after: z.string().optional().meta({
    description: 'The cursor `after` of an earlier response, for what follows with `sort` `oldest` or `likes`.',
  }),
  at: z.string().optional().meta({
    description:
      'The id of a comment: the part of the usual order that contains it, for links to it. One that is not there is ignored.',
  }),
  sort: z
    .enum(['oldest', 'newest', 'likes'])
    .optional()
    .meta({
      description: 'The order, from its beginning; default: the newest ones, oldest first.',
      examples: ['newest'],
    }),
  limit: z
    .int()
    .min(1)
    .max(300)
    .optional()
    .meta({ description: 'The number of comments at most; default: 300.', examples: [300] }),
});
export const submitInput = z.object({
  ...thread,
  include,
  author,
  content,
  parentId: orAbsent(existingId.meta({ description: 'The comment to reply to.' })),
  email: orAbsent(z.string().max(MAX_EMAIL)).meta({
    description:
      'The address to which replies are mailed, once it is confirmed by a link in a mail; never public. Ignored without `notify`, and where mail is not configured.',
    examples: ['ada@example.org'],
  }),
  notify: z
    .boolean()
    .default(false)
    .meta({ description: 'Mail replies to `email`.', examples: [true] }),
  language: orAbsent(z.string().max(100)).meta({
    description: 'The language of these mails, such as en, de or zh-CN; default: that of the site.',
    examples: ['de'],
  }),
  form: z
    .object({
      trap: z.string().optional().meta({ description: 'What was filled into a field that people do not see.' }),
      seconds: z
        .number()
        .min(0)
        .optional()
        .meta({ description: 'How long the form was open.', examples: [42] }),
    })
    .optional()
    .meta({ description: 'What a form tells the spam filter; absent: nothing is known of it.' }),
});
export const ownInput = z.object({ ...thread, commentId });
export const getInput = ownInput.extend({ include });
export const editInput = getInput.extend({ author: author.optional(), content: content.optional() });

export const adminListInput = z.object({
  include,
  page: pageNumber(),
  pageSize: pageSize(),
  status: z
    .enum(['approved', 'pending', 'spam'])
    .optional()
    .meta({ description: 'pending: without spam; spam: only these.', examples: ['pending'] }),
  exclude: z.literal('spam').optional().meta({ description: 'All comments except spam.' }),
  post: z.string().optional().meta({ description: 'Comments on this post, section or thread.' }),
  site: z
    .string()
    .optional()
    .meta({
      description: 'Comments on pages of this other site: its host or origin.',
      examples: ['notes.example'],
    }),
  search: searchTerm
    .optional()
    .meta({ description: 'Comments that contain this text in author or content; case does not matter.' }),
  order: z.enum(['newest', 'held']).default('newest').meta({ description: 'held: pending comments first.' }),
});
export const moderateInput = z.object({
  id: commentId,
  status: decided.optional(),
  pinned: flag.optional().meta({ description: pinned }),
  featured: flag.optional().meta({ description: featured }),
  content: anyContent.optional(),
});
export const idInput = z.object({ id: commentId });
export const replyInput = z.object({ id: commentId, content });
export const bulkInput = z
  .object({
    action: z.enum(['approve', 'unapprove', 'hold', 'spam', 'delete']).meta({
      description:
        'The action. unapprove makes an approved comment pending again, with its former reason or as held by the administrator. hold also takes comments out of the spam.',
    }),
    ...bulkTarget(
      'comments',
      commentId,
      adminListInput.pick({ status: true, exclude: true, post: true, site: true, search: true }),
    ),
  })
  .superRefine(checkBulkTarget);

export const countsInput = z.object({
  ids: commaList(z.string(), { min: 1, max: MAX_COUNTED_IDS }).meta({
    description: `1 to ${MAX_COUNTED_IDS} slugs of posts, gb-note or gb-idea, separated by commas.`,
    examples: ['first-light,gb-note'],
  }),
});

export type CommentInput = z.output<typeof getInput>;
export type SubmitInput = z.output<typeof submitInput>;
export type EditInput = z.output<typeof editInput>;
export type ModerateInput = z.output<typeof moderateInput>;
export type AdminListInput = z.output<typeof adminListInput>;
export type ReplyInput = z.output<typeof replyInput>;
export type BulkInput = z.output<typeof bulkInput>;
