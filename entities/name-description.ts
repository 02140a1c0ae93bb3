import { defineEntity, p } from '@mikro-orm/core';

/** What the owner says of a tag or category. It stays when no post has the name any more. */
export const NameDescription = defineEntity({
  name: 'NameDescription',
  tableName: 'name_descriptions',
  properties: {
    kind: p.enum(['tag', 'category']).primary(),
    name: p.text().primary(),
    description: p.text(),
  },
});
