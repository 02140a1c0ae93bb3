import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { rowKey } from './columns.ts';

/** An image, video, audio or other file: one that was uploaded, or a link to one that lives elsewhere. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    key: rowKey(),
    id: p.text(),
    /** For an upload, `/media/` and its path, as in the texts of posts. */
    url: p.text(),
    name: p.text(),
    alt: p.text(),
    kind: p.enum(['image', 'video', 'audio', 'file']),
    createdAt: p.text(),
    /** The path of the file in the storage: `2026/03/harbour-1a2b3c4d.jpg`; null for a link, as are all columns below. */
    path: p.text().nullable(),
    mime: p.text().nullable(),
    bytes: p.integer().nullable(),
    /** In pixels; null where there is none. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** SHA-256 of the file as it was sent, in hexadecimal: the same bytes are stored once. */
    hash: p.text().nullable(),
    /** The widths of its smaller versions, as a JSON array; null until they are made. */
    sizes: p.text().nullable(),
    /** The focal point as a JSON object, `{"x":0.5,"y":0.3}`; null until one is chosen. */
    focus: p.text().nullable(),
  },
  uniques: [
    { name: 'media_id', properties: ['id'] },
    { name: 'media_path', properties: ['path'] },
    { name: 'media_hash', properties: ['hash'] },
  ],
});

export type MediaKind = InferEntity<typeof Media>['kind'];
