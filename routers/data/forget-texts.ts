import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { recordTag } from './record.ts';

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
