import { defineEntity, p } from '@mikro-orm/core';

import { rowKey } from './columns.ts';

/** A failed sign-in of the last hour. */
export const LoginFailure = defineEntity({
  name: 'LoginFailure',
  tableName: 'login_failures',
  properties: {
    key: rowKey(),
    /** Null after a successful sign-in from this client IP. */
    address: p.text().nullable(),
    subnet: p.text(),
    at: p.text(),
  },
});
