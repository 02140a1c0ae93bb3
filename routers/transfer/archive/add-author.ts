import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { findAuthor } from '../../taxonomy/authors/read.ts';
import type { ArchivedAuthor } from './records.ts';

/** Adds an author. @returns false if the id is known */
export async function addAuthor(
  tx: SqlEntityManager,
  { id, name, bio, picture, links, created_at }: ArchivedAuthor,
): Promise<boolean> {
  if (await findAuthor(tx, id)) return false;
  const row = { id, name, bio, picture, links: JSON.stringify(links), created_at };
  await kyselyOf(tx).insertInto('authors').values(row).execute();
  return true;
}
