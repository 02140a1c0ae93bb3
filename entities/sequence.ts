import { defineEntity, p } from '@mikro-orm/core';

/** A counter of the whole database that only increases, such as `version`. */
export const Sequence = defineEntity({
  name: 'Sequence',
  tableName: 'sequences',
  properties: {
    name: p.text().primary(),
    value: p.integer(),
  },
});
