import { defineEntity, p } from '@mikro-orm/core';

/** An address that was erased: nobody but the owner can make the service mail it. */
export const ErasedAddress = defineEntity({
  name: 'ErasedAddress',
  tableName: 'erased_addresses',
  properties: {
    /** Its mailbox, as a keyed hash. */
    mailbox: p.text().primary(),
    erasedAt: p.text(),
  },
});
