import { defineEntity, p } from '@mikro-orm/core';

/** A random key that the service made for itself, in base64url. */
export const Secret = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    name: p.text().primary(),
    value: p.text(),
    createdAt: p.text(),
  },
});
