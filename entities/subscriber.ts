import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count } from './columns.ts';

/** An e-mail address to which new posts are mailed. */
export const Subscriber = defineEntity({
  name: 'Subscriber',
  tableName: 'subscribers',
  properties: {
    /** `sub-…`; later subscribers have greater ids. */
    id: p.text().primary(),
    email: p.text(),
    /** The language of the mails: one of `shared/languages.ts`. */
    language: p.text(),
    state: p.enum(['pending', 'confirmed']),
    source: p.enum(['visitor', 'owner', 'import']),
    createdAt: p.text(),
    confirmedAt: p.text().nullable(),
    /** When the last request for confirmation was mailed. */
    mailedAt: p.text().nullable(),
    /** The number of consecutive mailings in which the server of the address refused it permanently. */
    refusals: count('refusals'),
  },
  uniques: [{ name: 'subscribers_email', properties: ['email'] }],
  indexes: [{ name: 'subscribers_state', properties: ['state', 'id'] }],
});

export type Subscriber = InferEntity<typeof Subscriber>;
