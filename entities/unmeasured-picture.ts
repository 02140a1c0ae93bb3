import { defineEntity, p } from '@mikro-orm/core';

import { Rendering } from './rendering.ts';

/** An image of a post whose size the administrator's browser has yet to measure; deleted with the rendering. */
export const UnmeasuredPicture = defineEntity({
  name: 'UnmeasuredPicture',
  tableName: 'unmeasured_pictures',
  properties: {
    post: () => p.manyToOne(Rendering).deleteRule('cascade').fieldName('post_key').primary(),
    /** SHA-256 of the URL. */
    addressHash: p.text().primary(),
    /** The last failed attempt to measure it; null if there was none. */
    triedAt: p.text().nullable(),
  },
  indexes: [{ name: 'unmeasured_pictures_address', properties: ['addressHash'] }],
});
