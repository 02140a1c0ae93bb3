import { defineEntity, p } from '@mikro-orm/core';

/** A writer of comments whom the owner has blocked, by a keyed hash of the IP address or of the name. */
export const BlockedWriter = defineEntity({
  name: 'BlockedWriter',
  tableName: 'blocked_writers',
  properties: {
    /** `b-…` */
    id: p.text().primary(),
    kind: p.enum(['ip', 'name']),
    hash: p.text(),
    /** The name in the comment for which the writer was blocked. */
    name: p.text(),
    createdAt: p.text(),
  },
  uniques: [{ name: 'blocked_writers_hash', properties: ['kind', 'hash'] }],
});
