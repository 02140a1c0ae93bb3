import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count } from './columns.ts';

/** Something that is still to be done, by whichever instance takes it first. */
export const Job = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  properties: {
    /** `j-…`; by it a consumer recognises a repeated attempt. */
    id: p.text().primary(),
    /** Such as `publish`. */
    kind: p.text(),
    /** A JSON object. */
    data: p.text(),
    /** Of two jobs with one key the later replaces the earlier; null for those that nothing replaces. */
    key: p.text().nullable(),
    /** The wall time before which it does not run. */
    runAt: p.text(),
    /** How often it was begun. */
    attempts: count('attempts'),
    /** Until when an instance works at it, unless it asks for longer. */
    lockedUntil: p.text().nullable(),
    state: p.enum(['waiting', 'failed']),
    /** Why the last attempt failed. */
    reason: p.text().nullable(),
    createdAt: p.text(),
  },
  uniques: [{ name: 'jobs_key', properties: ['key'] }],
  indexes: [{ name: 'jobs_due', properties: ['state', 'lockedUntil', 'runAt'] }],
});

export type Job = InferEntity<typeof Job>;
