import { defineEntity, p } from '@mikro-orm/core';

import { Rendering } from './rendering.ts';

/** A picture of a post that waits for the administrator's browser to say how large it is; goes with the rendering. */
export const UnmeasuredPicture = defineEntity({
  name: 'UnmeasuredPicture',
  tableName: 'unmeasured_pictures',
  properties: {
    post: () => p.manyToOne(Rendering).deleteRule('cascade').fieldName('post_key').primary(),
    /** SHA-256 of the address. */
    addressHash: p.text().primary(),
    /** When it was last looked for in vain; null when it was not. */
    triedAt: p.text().nullable(),
  },
  indexes: [{ name: 'unmeasured_pictures_address', properties: ['addressHash'] }],
});
