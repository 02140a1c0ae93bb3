import { defineEntity, p } from '@mikro-orm/core';

import { addedText } from './columns.ts';

/** The description, the picture and the colour of a tag or category. They are kept while no post has the name. */
export const NameDescription = defineEntity({
  name: 'NameDescription',
  tableName: 'name_descriptions',
  properties: {
    kind: p.enum(['tag', 'category']).primary(),
    name: p.text().primary(),
    description: p.text(),
    /** A URL or path, or "". */
    picture: addedText(),
    /** `#rrggbb`, or "". */
    color: addedText(),
  },
  indexes: [{ name: 'name_descriptions_picture', properties: ['kind', 'name'], where: "picture <> ''" }],
});
