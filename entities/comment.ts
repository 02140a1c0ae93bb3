import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { Post } from './post.ts';

/** A comment on a post, or on a section of the guestbook. Exactly one of `post` and `section` is set. */
const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    /** Grows with every insertion: the order of lists. */
    key: p.integer().primary().autoincrement(),
    /** The public identifier, `c-…`. */
    id: p.string(),
    post: () => p.manyToOne(Post).nullable(),
    section: p.string().$type<Section>().nullable(),
    parent: () => p.manyToOne(CommentSchema).nullable(),
    /** 1 for a comment, 2 for a reply, 3 for a reply to a reply. */
    depth: p.integer(),
    author: p.text(),
    content: p.text(),
    /** Author and content, folded: what the administrator's search looks in. */
    searchText: p.text(),
    /** SHA-256 of author and content, unique within a post or section; null once the text is gone. */
    digest: p.string().nullable(),
    status: p.string().$type<CommentStatus>(),
    /** Why it waits, or waited until it was approved; null for what never did, or did before this was kept. */
    heldBecause: p.string().$type<HeldBecause>().nullable(),
    likes: p.integer().default(0),
    pinned: p.integer().default(0),
    featured: p.integer().default(0),
    /** 1 for what the owner of the site wrote. */
    owner: p.integer().default(0),
    createdAt: p.string(),
    /** SHA-256 of the receipt that its writer holds. */
    receiptHash: p.string().nullable(),
  },
});

export const Comment = CommentSchema;
export type CommentStatus = 'approved' | 'pending';
/** All comments wait; those of new writers do; it looks like a program's; the administrator holds it. */
export type HeldBecause = 'moderation' | 'first' | 'suspicious' | 'administrator';
export type Section = 'gb-note' | 'gb-idea';
export type Comment = InferEntity<typeof Comment>;
