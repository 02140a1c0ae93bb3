import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { catchUp, type EventConsumer } from './consumers.ts';

const HOUR = 60 * 60_000;
/** How long events are kept in milliseconds (docs/interface.md, K7). */
const EVENTS_KEPT = 48 * HOUR;
/** How long changes are kept in milliseconds (docs/interface.md, K11). */
export const CHANGES_KEPT = 90 * 24 * HOUR;

/**
 * Deletes expired events and changes. Checks first, to save a transaction without effect.
 *
 * @param consumers get the events first, if they have not got them yet
 */
export async function deleteOldEvents(
  em: SqlEntityManager,
  clock: Clock,
  consumers: readonly EventConsumer[] = [],
): Promise<void> {
  const db = kyselyOf(em);
  const before = { events: timestamp(clock, -EVENTS_KEPT), changes: timestamp(clock, -CHANGES_KEPT) };
  const old = await db
    .selectNoFrom(({ selectFrom, exists }) => [
      exists(selectFrom('events').select('id').where('created_at', '<', before.events)).as('events'),
      exists(selectFrom('post_changes').select('seq').where('at', '<', before.changes)).as('changes'),
    ])
    .executeTakeFirstOrThrow();
  if (old.events) {
    for (const consumer of consumers) await em.transactional((tx) => catchUp(tx, clock, consumer));
    // All up to the last old one: the ids that are kept have no gaps.
    await db
      .deleteFrom('events')
      .where('id', '<=', ({ selectFrom }) =>
        selectFrom('events')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('created_at', '<', before.events),
      )
      .execute();
  }
  if (old.changes) await deleteOldChanges(em, before.changes);
}

/** Invalidates cursors from before the deleted changes. */
function deleteOldChanges(em: SqlEntityManager, before: string): Promise<void> {
  return em.transactional(async (tx) => {
    const db = kyselyOf(tx);
    const deleted = await db.deleteFrom('post_changes').where('at', '<', before).returning('seq').execute();
    const last = Math.max(0, ...deleted.map(({ seq }) => seq));
    await db
      .updateTable('sequences')
      .set({ value: last })
      .where('name', '=', 'changes.deleted')
      .where('value', '<', last)
      .execute();
  });
}
