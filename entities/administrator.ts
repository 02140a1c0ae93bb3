import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { flag } from './columns.ts';

/** The only administrator: always the row with key 1. */
export const Administrator = defineEntity({
  name: 'Administrator',
  tableName: 'administrators',
  properties: {
    key: p.integer().primary().autoincrement(false).check('key = 1'),
    /** `pbkdf2-sha256$iterations$salt$hash`, salt and hash in base64. */
    password: p.text(),
    /** The generated first password in the same format, which must not be chosen again. */
    generatedPassword: p.text().nullable(),
    mustChange: flag('must_change'),
    updatedAt: p.text(),
  },
});

export type Administrator = InferEntity<typeof Administrator>;
