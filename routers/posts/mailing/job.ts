import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { recordTag } from '../../data/record.ts';
import { whereHeld, type HeldJob } from '../../data/held.ts';
import { NEWSLETTER_JOB } from '../../mail/put.ts';
import { newId } from '../../base/new-id.ts';

/** There is one job for all mailings, so that one instance sends, and the rate holds over all of them. */
const KEY = NEWSLETTER_JOB;

/** Runs the job now: adds it, or ends its pause. A running one looks for mailings again before it ends. */
export async function wakeMailings(tx: SqlEntityManager, clock: Clock): Promise<void> {
  const now = timestamp(clock);
  await kyselyOf(tx)
    .insertInto('jobs')
    .values({
      id: newId('j', clock),
      kind: NEWSLETTER_JOB,
      data: '{}',
      key: KEY,
      run_at: now,
      attempts: 0,
      state: 'waiting',
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ run_at: now, state: 'waiting', attempts: 0, reason: null })
        .where('jobs.locked_until', 'is', null),
    )
    .execute();
  recordTag(tx, 'jobs');
}

/** Adds the job if it is missing although there are mailings. */
export async function wakeForgottenMailings(em: SqlEntityManager, clock: Clock): Promise<void> {
  const forgotten = await kyselyOf(em)
    .selectFrom('mailings')
    .select('id')
    .where('state', '=', 'sending')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('jobs').select('jobs.id').where('key', '=', KEY).where('state', '=', 'waiting'))),
    )
    .limit(1)
    .execute();
  if (forgotten.length > 0) await em.transactional((tx) => wakeMailings(tx, clock));
}

/**
 * Locks the job in a transaction of the instance that runs it: a mailing that is started at the same time is found by a
 * read after this, or finds the pause that this transaction stores.
 *
 * @returns false if another instance has taken the job
 */
export async function lockMailingsJob(tx: SqlEntityManager, job: HeldJob): Promise<boolean> {
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('jobs')
    .set(({ ref }) => ({ attempts: ref('attempts') }))
    .where(whereHeld(job))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends the run of a locked job. @param runAt when it runs again; null: it is done */
export async function restMailings(
  tx: SqlEntityManager,
  id: string,
  { runAt, outages = 0 }: { runAt: string | null; outages?: number },
): Promise<void> {
  const db = kyselyOf(tx);
  if (runAt === null) {
    await db.deleteFrom('jobs').where('id', '=', id).execute();
  } else {
    const data = JSON.stringify({ outages });
    await db
      .updateTable('jobs')
      .set({ run_at: runAt, locked_until: null, attempts: 0, reason: null, data })
      .where('id', '=', id)
      .execute();
    recordTag(tx, 'jobs');
  }
  recordTag(tx, 'jobs.ended');
}
