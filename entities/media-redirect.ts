import { defineEntity, p } from '@mikro-orm/core';

import { Media } from './media.ts';

/** Where the file was before it was replaced by another one: that URL leads to the new one. */
export const MediaRedirect = defineEntity({
  name: 'MediaRedirect',
  tableName: 'media_redirects',
  properties: {
    path: p.text().primary(),
    media: () => p.manyToOne(Media).deleteRule('cascade').fieldName('media_key'),
  },
  indexes: [{ name: 'media_redirects_media', properties: ['media'] }],
});
