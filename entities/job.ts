import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count } from './columns.ts';

/** A job, to be run by the first instance that takes it. */
export const Job = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  properties: {
    /** `j-…`; consumers recognize a repeated attempt by it. */
    id: p.text().primary(),
    /** Such as `publish`. */
    kind: p.text(),
    /** A JSON object. */
    data: p.text(),
    /** A later job with the same key replaces an earlier one; null for jobs that are not replaced. */
    key: p.text().nullable(),
    /** Jobs of one lane wait for each other, and not for those of other lanes; null without one. */
    lane: p.text().nullable(),
    /** The wall time from which it may run. */
    runAt: p.text(),
    /** The number of started attempts. */
    attempts: count('attempts'),
    /** The end of the lease of the instance that runs it. */
    lockedUntil: p.text().nullable(),
    /** How often it was taken: an instance that has lost it has an earlier number. */
    fence: count('fence'),
    state: p.enum(['waiting', 'failed']),
    /** The error of the last attempt. */
    reason: p.text().nullable(),
    createdAt: p.text(),
  },
  uniques: [{ name: 'jobs_key', properties: ['key'] }],
  indexes: [
    { name: 'jobs_due', properties: ['state', 'lockedUntil', 'runAt'] },
    { name: 'jobs_lane', properties: ['lane', 'state', 'lockedUntil', 'runAt'], where: 'lane is not null' },
  ],
});

export type Job = InferEntity<typeof Job>;
