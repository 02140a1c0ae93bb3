import { defineEntity, p } from '@mikro-orm/core';

/** An address whose subscription was ended or erased: only its owner can subscribe it again. */
export const EndedSubscription = defineEntity({
  name: 'EndedSubscription',
  tableName: 'ended_subscriptions',
  properties: {
    /** The address, in lower case, as a keyed hash. */
    emailHash: p.text().primary(),
    endedAt: p.text(),
  },
});
