import { defineEntity, p } from '@mikro-orm/core';

/** A failed sign-in of the last hour. */
export const LoginFailure = defineEntity({
  name: 'LoginFailure',
  tableName: 'login_failures',
  properties: {
    key: p.integer().primary().autoincrement(),
    /** Null once a success from this address cleared its own counter. */
    address: p.string().nullable(),
    subnet: p.string(),
    at: p.string(),
  },
});
