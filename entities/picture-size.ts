import { defineEntity, p } from '@mikro-orm/core';

/** The size of the image at a URL in CSS pixels, as measured by the administrator's browser. */
export const PictureSize = defineEntity({
  name: 'PictureSize',
  tableName: 'picture_sizes',
  properties: {
    /** SHA-256 of the URL. */
    addressHash: p.text().primary(),
    width: p.integer(),
    height: p.integer(),
    measuredAt: p.text(),
  },
});
