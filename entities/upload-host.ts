import { defineEntity, p } from '@mikro-orm/core';

/** A host at which an upload was answered while no site address was set: its URLs may stand in texts. */
export const UploadHost = defineEntity({
  name: 'UploadHost',
  tableName: 'upload_hosts',
  properties: {
    /** With the port, such as `localhost:3000`. */
    host: p.text().primary(),
    notedAt: p.text(),
  },
});
