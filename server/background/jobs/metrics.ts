import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../../../routers/base/clock.ts';
import { countJobs } from '../../../routers/jobs/jobs.ts';
import type { JobMetric } from '../../http/metrics.ts';

/** The queue of jobs by kind, for the metrics. */
export async function jobMetrics(em: SqlEntityManager, clock: Clock): Promise<JobMetric[]> {
  const counts = await countJobs(em);
  return counts.map(({ firstAt, ...count }) => ({
    ...count,
    late: firstAt === null ? 0 : Math.max(0, (clock.now() - Date.parse(firstAt)) / 1000),
  }));
}
