import { defineEntity, p } from '@mikro-orm/core';

/** A name that a tag or category had before; its URLs redirect while no public post has it. */
export const FormerName = defineEntity({
  name: 'FormerName',
  tableName: 'former_names',
  properties: {
    kind: p.enum(['tag', 'category']).primary(),
    name: p.text().primary(),
    /** Never a name that has a row of its own, so that one redirect is enough. */
    currentName: p.text(),
  },
  indexes: [{ name: 'former_names_current', properties: ['kind', 'currentName'] }],
});
