import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { timestamp, type Clock } from '../clock.ts';
import { catchUp, type EventConsumer } from './consumers.ts';
import { recordTag } from './record.ts';

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

/**
 * Removes the texts from the events and deliveries of deleted posts and comments, which keep only the id. A receiver
 * may have answered with the text.
 *
 * @param subjects ids
 */
export async function forgetTexts(tx: SqlEntityManager, subjects: readonly string[] | SubjectQuery): Promise<void> {
  const db = kyselyOf(tx);
  // Ids contain no characters that JSON would escape.
  const onlyId = sql<string>`'{"id":"' || subject || '"}'`;
  await db.updateTable('events').set({ data: onlyId }).where('subject', 'in', subjects).execute();
  await db.updateTable('deliveries').set({ data: onlyId, answer: null }).where('subject', 'in', subjects).execute();
  recordTag(tx, 'events.texts');
}

type SubjectQuery = SelectQueryBuilder<Tables, 'comments' | 'former_slugs', { id: string }>;

/**
 * Removes excerpts from the events and deliveries of a post that becomes protected, as they may be parts of its text.
 */
export async function forgetExcerpts(tx: SqlEntityManager, post: Pick<Post, 'key' | 'slug'>): Promise<void> {
  const db = kyselyOf(tx);
  const former = await db.selectFrom('former_slugs').select('slug').where('post_key', '=', post.key).execute();
  const subjects = [post.slug, ...former.map(({ slug }) => slug)];
  for (const table of ['events', 'deliveries'] as const) {
    const rows = await db.selectFrom(table).select(['id', 'data']).where('subject', 'in', subjects).execute();
    for (const { id, data } of rows) {
      const parsed = JSON.parse(data) as Record<string, unknown>;
      if (!('excerpt' in parsed)) continue;
      const without = JSON.stringify({ ...parsed, excerpt: '' });
      await sql`update ${sql.table(table)} set data = ${without} where id = ${id}`.execute(db);
    }
  }
  await db.updateTable('deliveries').set({ answer: null }).where('subject', 'in', subjects).execute();
  recordTag(tx, 'events.texts');
}
