import { defineEntity, p } from '@mikro-orm/core';

import { Media } from './media.ts';

/** The URL of a file before it was replaced: it redirects to the new file. */
export const MediaRedirect = defineEntity({
  name: 'MediaRedirect',
  tableName: 'media_redirects',
  properties: {
    path: p.text().primary(),
    media: () => p.manyToOne(Media).deleteRule('cascade').fieldName('media_key'),
  },
  indexes: [{ name: 'media_redirects_media', properties: ['media'] }],
});
