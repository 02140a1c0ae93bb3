import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';

/** A reaction to a page or post, with a keyed hash of the client IP. */
export const Reaction = defineEntity({
  name: 'Reaction',
  tableName: 'reactions',
  properties: {
    /** The id of the thread of a page, which may have no comment yet, or `post:` and the key of a post. */
    target: p.text().primary(),
    reaction: p.text().primary(),
    addressHash: p.text().primary(),
  },
  indexes: [{ name: 'reactions_address', properties: ['addressHash'] }],
});

/** The number of reactions of one kind. */
export const ReactionTotal = defineEntity({
  name: 'ReactionTotal',
  tableName: 'reaction_totals',
  properties: {
    target: p.text().primary(),
    reaction: p.text().primary(),
    total: count('total'),
  },
});
