import { defineEntity, p } from '@mikro-orm/core';

/** The identity of this database: one row, which copies, backups and restores carry on. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  properties: {
    key: p.integer().primary().autoincrement(false).check('key = 1'),
    /** 128 random bits in hexadecimal. */
    id: p.text(),
    /** The identity of the database in whose place this one was copied or restored. */
    replacedId: p.text().nullable(),
    createdAt: p.text(),
  },
});
