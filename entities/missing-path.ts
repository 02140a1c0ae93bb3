import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';

/** How often a path was asked for on a day (UTC) and not found. */
export const MissingPath = defineEntity({
  name: 'MissingPath',
  tableName: 'missing_paths',
  properties: {
    path: p.text().primary(),
    day: p.text().primary(),
    hits: count('hits'),
  },
  indexes: [{ name: 'missing_paths_day', properties: ['day'] }],
});
