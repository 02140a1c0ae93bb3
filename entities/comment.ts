import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count, flag, rowKey } from './columns.ts';
import { Post } from './post.ts';

/** A comment on a post, or on a section of the guestbook. Exactly one of `post` and `section` is set. */
const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    /** Grows with every insertion: the order of lists. */
    key: rowKey(),
    /** The public identifier, `c-…`. */
    id: p.text(),
    post: () => p.manyToOne(Post).deleteRule('cascade').nullable(),
    section: p.enum(['gb-note', 'gb-idea']).nullable(),
    parent: () => p.manyToOne(CommentSchema).deleteRule('cascade').nullable(),
    /** 1 for a comment, 2 for a reply, 3 for a reply to a reply. */
    depth: p.integer().check('depth >= 1 and depth <= 3'),
    author: p.text(),
    content: p.text(),
    /** Author and content, folded: what the administrator's search looks in. */
    searchText: p.text(),
    /** SHA-256 of author and content, unique within a post or section; null once the text is gone. */
    digest: p.text().nullable(),
    status: p.enum(['approved', 'pending']),
    /** Why it waits, or waited until it was approved; null for what never did, or did before this was kept. */
    heldBecause: p.enum(['moderation', 'first', 'suspicious', 'administrator']).nullable(),
    likes: count('likes'),
    pinned: flag('pinned'),
    featured: flag('featured'),
    /** 1 for what the owner of the site wrote. */
    owner: flag('owner'),
    createdAt: p.text(),
    /** SHA-256 of the receipt that its writer holds. */
    receiptHash: p.text().nullable(),
  },
  checks: [{ name: 'comments_check', expression: '(post_key is null) <> (section is null)' }],
  uniques: [
    { name: 'comments_id', properties: ['id'] },
    { name: 'comments_post_digest', properties: ['post', 'digest'] },
    { name: 'comments_section_digest', properties: ['section', 'digest'] },
    { name: 'comments_receipt', properties: ['receiptHash'] },
  ],
  indexes: [
    { name: 'comments_post', properties: ['post', 'status', 'key'] },
    { name: 'comments_section', properties: ['section', 'status', 'key'] },
    { name: 'comments_status', properties: ['status', 'key'] },
    { name: 'comments_parent', properties: ['parent'] },
    { name: 'comments_created', properties: ['createdAt', 'status', 'post'] },
  ],
});

export const Comment = CommentSchema;
export type Comment = InferEntity<typeof Comment>;
export type CommentStatus = Comment['status'];
/** All comments wait; those of new writers do; it looks like a program's; the administrator holds it. */
export type HeldBecause = NonNullable<Comment['heldBecause']>;
export type Section = NonNullable<Comment['section']>;
