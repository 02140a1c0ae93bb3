import { defineEntity, p } from '@mikro-orm/core';

/** An API key of a program. Only the SHA-256 of its secret is stored. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    /** The public id, `k-…`; it gives no access. */
    id: p.text().primary(),
    name: p.text(),
    /** Its scopes, separated by commas. */
    scopes: p.text(),
    hash: p.text(),
    /** The beginning of the secret, to distinguish keys. */
    hint: p.text(),
    createdAt: p.text(),
    /** Null if it does not expire. */
    expiresAt: p.text().nullable(),
    /** With a precision of a minute. */
    lastUsedAt: p.text().nullable(),
  },
  uniques: [{ name: 'api_keys_hash', properties: ['hash'] }],
});
