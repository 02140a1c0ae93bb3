import { defineEntity, p } from '@mikro-orm/core';

/** A signed-in administrator. Only the SHA-256 of the token is kept. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    tokenHash: p.string().primary(),
    createdAt: p.string(),
    expiresAt: p.string(),
  },
});
