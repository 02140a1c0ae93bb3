import { defineEntity, p } from '@mikro-orm/core';

/** A signed-in administrator. Only the SHA-256 of the token is kept. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    tokenHash: p.string().primary(),
    /** By which the administrator names it, `s-…`; it opens nothing. */
    id: p.string(),
    /** What it was opened on, such as `Firefox on Linux`. */
    device: p.string(),
    /** The known device; "" for sessions from before release 2.16.0. */
    deviceId: p.string(),
    createdAt: p.string(),
    /** To within some minutes. */
    lastUsedAt: p.string(),
    expiresAt: p.string(),
  },
});
