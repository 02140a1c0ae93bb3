import { defineEntity, p } from '@mikro-orm/core';

import { addedText } from './columns.ts';

/** A signed-in administrator. Only the SHA-256 of the token is kept. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    tokenHash: p.text().primary(),
    /** By which the administrator names it, `s-…`; it opens nothing. */
    id: addedText(),
    /** What it was opened on, such as `Firefox on Linux`. */
    device: addedText(),
    /** The known device; "" for sessions from before release 2.16.0. */
    deviceId: addedText(),
    createdAt: p.text(),
    /** To within some minutes. */
    lastUsedAt: addedText(),
    expiresAt: p.text(),
  },
});
