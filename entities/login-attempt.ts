import { defineEntity, p } from '@mikro-orm/core';

/** A sign-in whose password is being checked. What a process that died left behind is told by its age. */
export const LoginAttempt = defineEntity({
  name: 'LoginAttempt',
  tableName: 'login_attempts',
  properties: {
    key: p.integer().primary().autoincrement(),
    address: p.string(),
    subnet: p.string(),
    at: p.string(),
  },
});
