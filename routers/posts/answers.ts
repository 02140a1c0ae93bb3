import { z } from 'zod';

import { moment, ok, paging, zeroOrOne } from '../schemas.ts';
import { status } from './schemas.ts';

// What the procedures answer: what is not named here does not leave.

export const enc = z.object({ salt: z.string(), iv: z.string(), data: z.string() });

const summaryShape = {
  id: z.string(),
  title: z.string(),
  date: z.string().meta({ format: 'date' }),
  excerpt: z.string(),
  cover: z.string(),
  pinned: zeroOrOne,
  protected: zeroOrOne,
  tags: z.array(z.string()),
  category: z.string(),
  status,
};

export const postSummary = z.object(summaryShape).meta({ id: 'PostSummary' });

/** When a post becomes visible by itself, as answers tell it. */
const appearsAt = moment.nullable().meta({ description: 'From then on a published post is visible; null: at once.' });

export const postOverview = z
  .object({
    ...summaryShape,
    publishAt: appearsAt,
    version: z.int(),
    updated_at: moment,
    views: z.int(),
    likes: z.int(),
    comments: z.int(),
    hasWorkingCopy: zeroOrOne,
  })
  .meta({ id: 'PostOverview' });

export const postDetail = z
  .object({
    ...summaryShape,
    publishAt: appearsAt,
    content: z.string().meta({ description: 'Markdown; empty when the post is encrypted.' }),
    enc: enc.nullable().meta({ description: 'The encrypted content, which the client decrypts with the password.' }),
    version: z.int(),
    views: z.int(),
    likes: z.int(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'PostDetail' });

export const postList = z.object({ ok, posts: z.array(postSummary), ...paging });
export const allPosts = z.object({ ok, posts: z.array(postOverview), ...paging });
export const onePost = z.object({ ok, post: postDetail });
export const created = z.object({ ok, id: z.string() });
export const changed = z.object({ ok, id: z.string(), version: z.int() });
export const changedMany = z.object({ ok, changed: z.int() });
export const rendered = z.object({
  ok,
  html: z.string(),
  toc: z.array(z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
  words: z.int(),
});
export const removed = z.object({ ok, id: z.string() });

export type PostSummary = z.output<typeof postSummary>;
export type PostOverview = z.output<typeof postOverview>;
export type PostDetail = z.output<typeof postDetail>;
