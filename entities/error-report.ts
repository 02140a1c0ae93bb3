import { defineEntity, p } from '@mikro-orm/core';

/** An error that browsers reported, counted by fingerprint. */
export const ErrorReport = defineEntity({
  name: 'ErrorReport',
  tableName: 'error_reports',
  properties: {
    fingerprint: p.text().primary(),
    message: p.text(),
    source: p.text(),
    stack: p.text(),
    url: p.text(),
    hits: p.integer().check('hits >= 0'),
    firstSeen: p.text(),
    lastSeen: p.text(),
  },
  indexes: [{ name: 'error_reports_last_seen', properties: ['lastSeen'] }],
});
