import { defineEntity, p } from '@mikro-orm/core';

import { Comment } from './comment.ts';

/** The findings of the spam filter in a comment; only comments that were written while it was on have them. */
export const CommentCheck = defineEntity({
  name: 'CommentCheck',
  tableName: 'comment_checks',
  properties: {
    comment: () => p.oneToOne(Comment).owner().deleteRule('cascade').updateRule('no action').primary(),
    /** The sum of the points of `reasons`. */
    score: p.integer(),
    /** JSON: the rules that gave points, with their details. */
    reasons: p.text(),
    /** The writer's IP address and name as keyed hashes, and the hash of a long text. */
    ipHash: p.text(),
    nameHash: p.text(),
    textHash: p.text().nullable(),
    /** The class as which the filter has learned its words; null if it has not. */
    learned: p.enum(['good', 'spam']).nullable(),
    /** When it was last found or declared to be spam; null if it never was. */
    spamSince: p.text().nullable(),
  },
  indexes: [
    { name: 'comment_checks_ip', properties: ['ipHash'] },
    { name: 'comment_checks_name', properties: ['nameHash'] },
    { name: 'comment_checks_text', properties: ['textHash'] },
    { name: 'comment_checks_unlearned', properties: ['comment'], where: 'learned is null' },
  ],
});
