import { z } from 'zod';

import { postId } from '../posts/schemas.ts';
import {
  cleanString,
  existingId,
  flag,
  moment,
  ok,
  orAbsent,
  pageNumber,
  pageSize,
  paging,
  searchTerm,
  zeroOrOne,
} from '../schemas.ts';
import { longest } from './lengths.ts';

/** How many ids one bulk call takes. */
const BULK = 200;

const author = cleanString(1, longest.author);
const content = cleanString(1, longest.content, { lineFeeds: true });
const status = z.enum(['approved', 'pending']);
const commentId = existingId.meta({ description: 'The id of the comment, c-…' });

/** A post, or gb-note or gb-idea for a section of the guestbook. */
const thread = { id: postId.meta({ description: 'The slug of the post, or gb-note or gb-idea.' }) };

export const listInput = z.object({
  ...thread,
  before: z.string().optional().meta({ description: 'The cursor from an earlier answer: the comments before it.' }),
});
export const submitInput = z.object({ ...thread, author, content, parentId: orAbsent(commentId) });
export const ownInput = z.object({ ...thread, commentId });
export const editInput = ownInput.extend({ author: author.optional(), content: content.optional() });

export const adminListInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  status: status.optional(),
  post: z.string().optional().meta({ description: 'Only those on this post or section.' }),
  search: searchTerm.optional().meta({ description: 'Part of author or content, whatever its case.' }),
  order: z.enum(['newest', 'held']).default('newest').meta({ description: 'held: first those that wait.' }),
});
export const moderateInput = z.object({
  id: commentId,
  status: status.optional(),
  pinned: flag.optional(),
  featured: flag.optional(),
  content: content.optional(),
});
export const idInput = z.object({ id: commentId });
export const replyInput = z.object({ id: commentId, content });
export const bulkInput = z.object({
  action: z.enum(['approve', 'unapprove', 'hold', 'delete']).meta({
    description:
      'What to do with them. unapprove takes an approval back: it waits again, for the reason for which it waited before, or as one that the administrator holds.',
  }),
  ids: z.array(commentId).min(1).max(BULK),
});

const shape = {
  id: z.string(),
  post_id: z.string(),
  author: z.string().meta({ description: 'Plain text with & < > and " as entities.' }),
  content: z.string().meta({ description: 'Plain text with & < > and " as entities.' }),
  date: moment,
  status,
  parent_id: z.string().nullable(),
  likes: z.int().min(0),
  pinned: zeroOrOne,
  featured: zeroOrOne,
  owner: zeroOrOne,
};

export const comment = z.object(shape).meta({ id: 'Comment' });
export const titledComment = z
  .object({
    ...shape,
    post_title: z.string(),
    heldBecause: z.enum(['moderation', 'first', 'suspicious', 'administrator']).nullable(),
  })
  .meta({ id: 'TitledComment' });

export const commentList = z.object({
  ok,
  comments: z.array(comment),
  total: z.int().min(0).meta({ description: 'All approved comments.' }),
  before: z.string().optional().meta({ description: 'Present when there are older comments.' }),
});
export const submitted = z.object({
  ok,
  comment,
  receipt: z.string().meta({ description: 'Send it as X-Comment-Receipt to see, edit or delete the comment.' }),
});
export const oneComment = z.object({ ok, comment });
export const titledList = z.object({ ok, comments: z.array(titledComment), ...paging });
export const deleted = z.object({ ok, deleted: z.int().min(0) });
export const changed = z.object({ ok, changed: z.int().min(0) });
export const liked = z.object({ ok, likes: z.int().min(0) });

export type SubmitInput = z.output<typeof submitInput>;
export type EditInput = z.output<typeof editInput>;
export type ModerateInput = z.output<typeof moderateInput>;
export type AdminListInput = z.output<typeof adminListInput>;
export type ReplyInput = z.output<typeof replyInput>;
export type BulkInput = z.output<typeof bulkInput>;
export type CommentShape = z.output<typeof comment>;
