import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../clock.ts';
import { recordTag } from '../events/record.ts';
import { newId } from '../new-id.ts';
import { prepared } from '../prepared.ts';

/** A job to be put into the queue. */
export interface NewJob {
  kind: string;
  data: object;
  /** A job with the same key gives way to this one, even while an instance works at it. */
  key?: string;
  /** ISO 8601 in UTC; at once when absent. */
  runAt?: string;
}

/** Puts a job into the queue: it runs once the transaction is committed, and not if it is rolled back. */
export async function putJob(tx: SqlEntityManager, clock: Clock, { kind, data, key, runAt }: NewJob): Promise<void> {
  const now = timestamp(clock);
  const job = { id: newId('j', clock), kind, data: JSON.stringify(data), runAt: runAt ?? now, now };
  await (key === undefined ? insert(tx, job) : upsert(tx, { ...job, key }));
  recordTag(tx, 'jobs');
}

/** Takes jobs out of the queue; one that is running finds that it is over. */
export async function dropJobs(tx: SqlEntityManager, keys: readonly string[]): Promise<void> {
  await kyselyOf(tx).deleteFrom('jobs').where('key', 'in', keys).execute();
}

interface Row {
  id: string;
  kind: string;
  data: string;
  runAt: string;
  now: string;
}

const insert = prepared((db, { id, kind, data, runAt, now }: Row) =>
  db.insertInto('jobs').values({ id, kind, data, run_at: runAt, attempts: 0, state: 'waiting', created_at: now }),
);

const upsert = prepared((db, { id, kind, data, runAt, now, key }: Row & { key: string }) =>
  db
    .insertInto('jobs')
    .values({ id, kind, data, key, run_at: runAt, attempts: 0, state: 'waiting', created_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        id: ref('excluded.id'),
        data: ref('excluded.data'),
        run_at: ref('excluded.run_at'),
        attempts: 0,
        locked_until: null,
        state: 'waiting',
        reason: null,
        created_at: ref('excluded.created_at'),
      })),
    ),
);
