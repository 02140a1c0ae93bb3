import { defineEntity, p } from '@mikro-orm/core';

/** One site setting that differs from its default; `value` is JSON. */
export const Setting = defineEntity({
  name: 'Setting',
  tableName: 'settings',
  properties: {
    name: p.text().primary(),
    value: p.text(),
  },
});
