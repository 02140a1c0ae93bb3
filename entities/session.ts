import { defineEntity, p } from '@mikro-orm/core';

import { addedText } from './columns.ts';

/** A session of the administrator. Only the SHA-256 of its token is stored. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    tokenHash: p.text().primary(),
    /** The public id, `s-…`; it gives no access. */
    id: addedText(),
    /** The device, such as `Firefox on Linux`. */
    device: addedText(),
    /** The known device; "" for sessions from before 2.16.0. */
    deviceId: addedText(),
    createdAt: p.text(),
    /** With a precision of some minutes. */
    lastUsedAt: addedText(),
    expiresAt: p.text(),
    /** When the owner last proved in this session who it is; "" for sessions of earlier versions. */
    provedAt: addedText(),
  },
});
