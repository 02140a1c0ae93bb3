import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { longTransaction } from '../../../routers/data/long-transaction.ts';
import { UNSCRUBBED } from '../../../routers/data/unscrubbed.ts';

/** Pages that one step merges: 20 ms, during which other writes wait. */
const PAGES = 200;

/**
 * Removes the words of encrypted and deleted texts from the full-text index, and old pages from the write-ahead log. The
 * index keeps the words of a deleted row until the parts that contain them are merged; so all parts are merged into one, in
 * small transactions. The pages that this frees are overwritten (`secure_delete`).
 *
 * @param em to fork from
 * @param emptyLog removes old pages from the log; false while a read prevents it
 * @returns whether no traces remain
 */
export async function removeTraces(
  em: SqlEntityManager,
  kysely: Kysely<Tables>,
  emptyLog: () => Promise<boolean>,
): Promise<boolean> {
  const mark = await kysely.selectFrom('sequences').select('value').where('name', '=', UNSCRUBBED).executeTakeFirst();
  // A negative number of pages decides once which parts are merged.
  if (mark) for (let pages = -PAGES; await merge(em, pages); pages = PAGES);
  if (!(await emptyLog())) return false;
  if (mark) await unmark(kysely, mark.value);
  return true;
}

/** @returns whether there may be more to merge */
async function merge(em: SqlEntityManager, pages: number): Promise<boolean> {
  const changes = await longTransaction(em, async (tx) => {
    const before = await totalChanges(tx);
    await sql`insert into post_fts (post_fts, rank) values ('merge', ${pages})`.execute(kyselyOf(tx));
    return (await totalChanges(tx)) - before;
  });
  // The statement itself counts as one change (FTS5, "The 'merge' command").
  return changes >= 2;
}

async function totalChanges(tx: SqlEntityManager): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(kyselyOf(tx));
  return rows[0]!.changes;
}

/** Keeps the mark if texts were encrypted or deleted in the meantime. */
async function unmark(kysely: Kysely<Tables>, value: number): Promise<void> {
  await kysely.deleteFrom('sequences').where('name', '=', UNSCRUBBED).where('value', '=', value).execute();
}
