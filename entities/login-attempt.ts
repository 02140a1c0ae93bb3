import { defineEntity, p } from '@mikro-orm/core';

import { rowKey } from './columns.ts';

/** A sign-in whose password is being checked. Rows of a dead process are recognized by their age. */
export const LoginAttempt = defineEntity({
  name: 'LoginAttempt',
  tableName: 'login_attempts',
  properties: {
    key: rowKey(),
    address: p.text(),
    subnet: p.text(),
    at: p.text(),
  },
});
