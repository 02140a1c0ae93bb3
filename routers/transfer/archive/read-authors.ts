import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { toAuthor } from '../../taxonomy/authors/read.ts';
import type { Batch } from './batches.ts';

/** The authors in one batch: there are at most 1,000. */
export async function* readAuthors(db: Kysely<Tables>): Batch {
  const rows = await db.selectFrom('authors').selectAll().orderBy('created_at').orderBy('id').execute();
  if (rows.length > 0) yield rows.map((row) => ({ ...toAuthor(row), created_at: row.created_at }));
}
