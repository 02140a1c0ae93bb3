import { defineEntity, p } from '@mikro-orm/core';

/** An error that browsers reported, counted by fingerprint. */
export const ErrorReport = defineEntity({
  name: 'ErrorReport',
  tableName: 'error_reports',
  properties: {
    fingerprint: p.string().primary(),
    message: p.text(),
    source: p.text(),
    stack: p.text(),
    url: p.text(),
    hits: p.integer(),
    firstSeen: p.string(),
    lastSeen: p.string(),
  },
});
