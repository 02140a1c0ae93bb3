import { defineEntity, p } from '@mikro-orm/core';

/** A link to a picture, film, sound or file that lives elsewhere. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    key: p.integer().primary().autoincrement(),
    id: p.string(),
    url: p.text(),
    name: p.text(),
    alt: p.text(),
    kind: p.string().$type<MediaKind>(),
    createdAt: p.string(),
  },
});

export type MediaKind = 'image' | 'video' | 'audio' | 'file';
