import { defineEntity, p } from '@mikro-orm/core';

/** A generated random key in base64url. */
export const Secret = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    name: p.text().primary(),
    value: p.text(),
    createdAt: p.text(),
  },
});
