import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { timestamp, type Clock } from '../clock.ts';

const HOUR = 60 * 60_000;
/** Milliseconds for which events are kept (docs/interface.md, K7). */
const EVENTS_KEPT = 48 * HOUR;
/** Milliseconds for which changes are kept (docs/interface.md, K11). */
export const CHANGES_KEPT = 90 * 24 * HOUR;

/** Deletes events and changes that are too old. A look comes first: nobody waits for a transaction that deletes nothing. */
export async function deleteOldEvents(em: SqlEntityManager, clock: Clock): Promise<void> {
  const db = kyselyOf(em);
  const before = (milliseconds: number) => timestamp({ now: () => clock.now() - milliseconds });
  const old = await db
    .selectNoFrom(({ selectFrom, exists }) => [
      exists(selectFrom('events').select('id').where('created_at', '<', before(EVENTS_KEPT))).as('events'),
      exists(selectFrom('post_changes').select('seq').where('at', '<', before(CHANGES_KEPT))).as('changes'),
    ])
    .executeTakeFirstOrThrow();
  if (old.events) await db.deleteFrom('events').where('created_at', '<', before(EVENTS_KEPT)).execute();
  if (old.changes) await deleteOldChanges(em, before(CHANGES_KEPT));
}

/** A cursor from before what was deleted is not valid any more. */
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
 * Takes the texts out of the events of posts and comments that are deleted: they keep the id only.
 *
 * @param subjects ids
 */
export async function forgetTexts(tx: SqlEntityManager, subjects: readonly string[] | SubjectQuery): Promise<void> {
  await kyselyOf(tx)
    .updateTable('events')
    // Neither the ids of posts nor those of comments have characters that JSON would escape.
    .set({ data: sql<string>`'{"id":"' || subject || '"}'` })
    .where('subject', 'in', subjects)
    .execute();
}

type SubjectQuery = SelectQueryBuilder<Tables, 'comments', { id: string }>;

/** Takes excerpts out of the events of a post that becomes protected: they may be made of its text. */
export async function forgetExcerpts(tx: SqlEntityManager, post: Pick<Post, 'key' | 'slug'>): Promise<void> {
  const db = kyselyOf(tx);
  const former = db.selectFrom('former_slugs').select('slug').where('post_key', '=', post.key);
  const events = await db
    .selectFrom('events')
    .select(['id', 'data'])
    .where(({ or, eb }) => or([eb('subject', '=', post.slug), eb('subject', 'in', former)]))
    .execute();
  for (const { id, data } of events) {
    const parsed = JSON.parse(data) as Record<string, unknown>;
    if (!('excerpt' in parsed)) continue;
    await db
      .updateTable('events')
      .set({ data: JSON.stringify({ ...parsed, excerpt: '' }) })
      .where('id', '=', id)
      .execute();
  }
}
