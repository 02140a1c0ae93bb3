import { defineEntity, p } from '@mikro-orm/core';

/** A key with which programs call the interface. Only the SHA-256 of its secret is kept. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    /** By which the administrator names it, `k-…`; it opens nothing. */
    id: p.text().primary(),
    name: p.text(),
    /** What it may do, separated by commas. */
    scopes: p.text(),
    hash: p.text(),
    /** How the secret begins, to tell keys apart. */
    hint: p.text(),
    createdAt: p.text(),
    /** Null: it does not expire. */
    expiresAt: p.text().nullable(),
    /** To within a minute. */
    lastUsedAt: p.text().nullable(),
  },
  uniques: [{ name: 'api_keys_hash', properties: ['hash'] }],
});
