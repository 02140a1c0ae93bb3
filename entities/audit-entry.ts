import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { rowKey } from './columns.ts';

/** Who makes a change. */
export type Actor = 'session' | 'key' | 'visitor' | 'mail' | 'console';

/** A change that was made, by whom and when. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    key: rowKey(),
    at: p.text(),
    /** A session, an API key, a visitor who tries to sign in, a link in a mail, or a command on the server. */
    actor: p.text().$type<Actor>(),
    /** The id of the session or of the key. */
    actorId: p.text().nullable(),
    /** The name of the key at that time. */
    actorName: p.text().nullable(),
    /** What it concerns, such as `posts`. */
    subject: p.text(),
    /** What was done, such as `posts.update`. */
    action: p.text(),
    /** The id or name of the object. */
    object: p.text().nullable(),
    /** The network of the client IP, /24 or /48. */
    network: p.text().nullable(),
  },
  indexes: [
    { name: 'audit_entries_at', properties: ['at'] },
    { name: 'audit_entries_subject', properties: ['subject', 'key'] },
  ],
});

export type AuditEntry = InferEntity<typeof AuditEntry>;
