import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';

/** A path that the owner redirects, or that is gone. */
export const RedirectRule = defineEntity({
  name: 'RedirectRule',
  tableName: 'redirect_rules',
  properties: {
    /** `rr-…` */
    id: p.text().primary(),
    /** Normalised, below the path of the site; a `*` at the end stands for any rest. */
    source: p.text(),
    /** A path below that of the site or an absolute address; null for 410. */
    target: p.text().nullable(),
    status: p.integer(),
    hits: count('hits'),
    hitAt: p.text().nullable(),
    createdAt: p.text(),
  },
  uniques: [{ name: 'redirect_rules_source', properties: ['source'] }],
});
