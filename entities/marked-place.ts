import { defineEntity, p } from '@mikro-orm/core';

/** A folder or bucket that has had a marker with the identity of this database. */
export const MarkedPlace = defineEntity({
  name: 'MarkedPlace',
  tableName: 'marked_places',
  properties: {
    /** `media` or `backups`. */
    kind: p.text().primary(),
    /** A MEDIA_URL, BACKUP_DIR or BACKUP_S3, without credentials. */
    url: p.text().primary(),
    markedAt: p.text(),
    /** The epoch of the database; a restored one has another, in which nothing is recorded yet. */
    epoch: p.integer(),
  },
});
