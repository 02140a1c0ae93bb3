import { defineEntity, p } from '@mikro-orm/core';

/** How large the picture at an address is, in CSS pixels, as the administrator's browser saw it. */
export const PictureSize = defineEntity({
  name: 'PictureSize',
  tableName: 'picture_sizes',
  properties: {
    /** SHA-256 of the address. */
    addressHash: p.text().primary(),
    width: p.integer(),
    height: p.integer(),
    measuredAt: p.text(),
  },
});
