import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { rowKey } from './columns.ts';

/** A link to a picture, film, sound or file that lives elsewhere. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    key: rowKey(),
    id: p.text(),
    url: p.text(),
    name: p.text(),
    alt: p.text(),
    kind: p.enum(['image', 'video', 'audio', 'file']),
    createdAt: p.text(),
  },
  uniques: [{ name: 'media_id', properties: ['id'] }],
});

export type MediaKind = InferEntity<typeof Media>['kind'];
