import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count, flag, rowKey } from './columns.ts';
import { Post } from './post.ts';

/** A comment on a post, or on a section of the guestbook. Exactly one of `post` and `section` is set. */
const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    /** Increases with every insertion: the order of lists. */
    key: rowKey(),
    /** The public id, `c-…`. */
    id: p.text(),
    post: () => p.manyToOne(Post).deleteRule('cascade').nullable(),
    section: p.enum(['gb-note', 'gb-idea']).nullable(),
    parent: () => p.manyToOne(CommentSchema).deleteRule('cascade').nullable(),
    /** 1 for a comment, 2 for a reply, 3 for a reply to a reply. */
    depth: p.integer().check('depth >= 1 and depth <= 3'),
    author: p.text(),
    content: p.text(),
    /** 1 if the text is Markdown: it was written while the setting `commentMarkdown` was on. */
    markdown: flag('markdown'),
    /** Author and content, folded for the administrator's search. */
    searchText: p.text(),
    /** SHA-256 of author and content, unique within a post or section; null after the text was deleted. */
    digest: p.text().nullable(),
    status: p.enum(['approved', 'pending']),
    /** Why it is pending, or was until its approval; null if it never was, or for rows from before this column. */
    heldBecause: p.enum(['moderation', 'first', 'suspicious', 'administrator']).nullable(),
    /**
     * The verdict of the spam filter or the owner; null if it was written while the filter was off. `held` and `spam`
     * have the reason `suspicious`.
     */
    verdict: p.enum(['good', 'held', 'spam']).nullable(),
    likes: count('likes'),
    pinned: flag('pinned'),
    featured: flag('featured'),
    /** 1 if the owner of the site wrote it. */
    owner: flag('owner'),
    createdAt: p.text(),
    /** Its identifier in the source of an import; null for a comment written here. */
    sourceKey: p.text().nullable(),
    /** SHA-256 of the author's receipt. */
    receiptHash: p.text().nullable(),
    /**
     * The address to which replies are mailed once it is confirmed, if the writer asked for that. Without a language it
     * is one that an import kept, to which nothing is mailed.
     */
    email: p.text().nullable(),
    /** The language of mails about replies, null if there are none: one of `shared/languages.ts`. */
    emailLanguage: p.text().nullable(),
    /** Which of the comments above the same writer wrote, by receipt: 1 for the parent, 2 for the one above it. */
    ownAbove: p.integer().default(0).check('own_above >= 0 and own_above <= 3'),
  },
  checks: [{ name: 'comments_check', expression: '(post_key is null) <> (section is null)' }],
  uniques: [
    { name: 'comments_id', properties: ['id'] },
    { name: 'comments_post_digest', properties: ['post', 'digest'] },
    { name: 'comments_section_digest', properties: ['section', 'digest'] },
    { name: 'comments_source_key', properties: ['sourceKey'] },
    { name: 'comments_receipt', properties: ['receiptHash'] },
  ],
  indexes: [
    { name: 'comments_post', properties: ['post', 'status', 'key'] },
    { name: 'comments_section', properties: ['section', 'status', 'key'] },
    { name: 'comments_status', properties: ['status', 'key'] },
    { name: 'comments_parent', properties: ['parent'] },
    { name: 'comments_email', properties: ['email'], where: 'email is not null' },
    { name: 'comments_spam', properties: ['key'], where: "verdict = 'spam'" },
    { name: 'comments_created', properties: ['createdAt', 'status', 'post'] },
  ],
});

export const Comment = CommentSchema;
export type Comment = InferEntity<typeof Comment>;
export type CommentStatus = Comment['status'];
/** All comments need approval; the first of each author does; it looks like spam; the administrator holds it. */
export type HeldBecause = NonNullable<Comment['heldBecause']>;
export type Verdict = NonNullable<Comment['verdict']>;
export type Section = NonNullable<Comment['section']>;
