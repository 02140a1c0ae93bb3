import { defineEntity, p } from '@mikro-orm/core';

/** An address that ended its subscription or was erased: only its person can subscribe it again. */
export const EndedSubscription = defineEntity({
  name: 'EndedSubscription',
  tableName: 'ended_subscriptions',
  properties: {
    /** The address, in lower case, as a keyed hash. */
    emailHash: p.text().primary(),
    endedAt: p.text(),
  },
});
