import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { recordTag } from './record.ts';
import { newId } from '../base/new-id.ts';
import { prepareQuery } from '../base/prepare-query.ts';

/** A new job. */
export interface NewJob {
  kind: string;
  data: object;
  /** Replaces a job with the same key, even while an instance runs it. */
  key?: string;
  /** For kinds whose jobs run in lanes: those of another lane do not wait for it. */
  lane?: string;
  /** ISO 8601 in UTC; default: immediately. */
  runAt?: string;
}

/** Adds a job to the queue with the transaction. @returns its id */
export async function putJob(
  tx: SqlEntityManager,
  clock: Clock,
  { kind, data, key, lane, runAt }: NewJob,
): Promise<string> {
  const now = timestamp(clock);
  const id = newId('j', clock);
  const job = { id, kind, data: JSON.stringify(data), lane: lane ?? null, runAt: runAt ?? now, now };
  await (key === undefined ? insert(tx, job) : upsert(tx, { ...job, key }));
  recordTag(tx, 'jobs');
  return id;
}

/** Deletes jobs from the queue; a running one is aborted. */
export async function dropJobs(tx: SqlEntityManager, keys: readonly string[]): Promise<void> {
  await kyselyOf(tx).deleteFrom('jobs').where('key', 'in', keys).execute();
}

/** Deletes the jobs of a lane in the same way. */
export async function dropLane(tx: SqlEntityManager, lane: string): Promise<void> {
  await kyselyOf(tx).deleteFrom('jobs').where('lane', '=', lane).execute();
}

interface Row {
  id: string;
  kind: string;
  data: string;
  lane: string | null;
  runAt: string;
  now: string;
}

const insert = prepareQuery((db, { id, kind, data, lane, runAt, now }: Row) =>
  db.insertInto('jobs').values({ id, kind, data, lane, run_at: runAt, attempts: 0, state: 'waiting', created_at: now }),
);

const upsert = prepareQuery((db, { id, kind, data, lane, runAt, now, key }: Row & { key: string }) =>
  db
    .insertInto('jobs')
    .values({ id, kind, data, key, lane, run_at: runAt, attempts: 0, state: 'waiting', created_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        id: ref('excluded.id'),
        data: ref('excluded.data'),
        lane: ref('excluded.lane'),
        run_at: ref('excluded.run_at'),
        attempts: 0,
        locked_until: null,
        state: 'waiting',
        reason: null,
        created_at: ref('excluded.created_at'),
      })),
    ),
);
