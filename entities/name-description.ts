import { defineEntity, p } from '@mikro-orm/core';

/** The description of a tag or category. It is kept while no post has the name. */
export const NameDescription = defineEntity({
  name: 'NameDescription',
  tableName: 'name_descriptions',
  properties: {
    kind: p.enum(['tag', 'category']).primary(),
    name: p.text().primary(),
    description: p.text(),
  },
});
