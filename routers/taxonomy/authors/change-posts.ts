import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Clock } from '../../base/clock.ts';
import { makeByline } from '../../posts/bylines.ts';
import { parseList } from '../../posts/columns.ts';
import { changeFieldsInCopies } from '../change-copies.ts';
import { changeFieldsInPosts } from '../change-posts.ts';

/**
 * Writes the present name of an author into the bylines of all posts, pages and working copies.
 *
 * @param tx a long transaction that holds the lock of the version counter
 * @returns the number of changed posts and pages
 */
export function refreshBylines(tx: SqlEntityManager, clock: Clock, id: string): Promise<number> {
  return changeIds(tx, clock, id, (ids) => [...ids]);
}

/**
 * Replaces an author by another one in all posts, pages and working copies, or removes them.
 *
 * @param tx a long transaction that holds the lock of the version counter
 * @param newId null: the author is removed
 * @returns the number of changed posts and pages
 */
export function changeAuthorInPosts(
  tx: SqlEntityManager,
  clock: Clock,
  id: string,
  newId: string | null,
): Promise<number> {
  return changeIds(tx, clock, id, (ids) => [
    ...new Set(ids.flatMap((one) => (one !== id ? [one] : newId === null ? [] : [newId]))),
  ]);
}

async function changeIds(
  tx: SqlEntityManager,
  clock: Clock,
  id: string,
  change: (ids: readonly string[]) => string[],
): Promise<number> {
  const names = await namesOfAll(tx);
  const bylineFields = (authors: readonly string[]) => {
    const ids = change(authors);
    return { authors: ids, author: makeByline(ids.map((one) => ({ name: names.get(one) ?? one }))) };
  };
  const versions = await changeFieldsInPosts(tx, clock, {
    keysOf: async (db) => {
      const rows = await db.selectFrom('post_authors').select('post_key').where('author_id', '=', id).execute();
      return rows.map(({ post_key }) => post_key);
    },
    change: (post) => {
      const { authors, author } = bylineFields(parseList(post.authors));
      return { authors: JSON.stringify(authors), author };
    },
    isSearched: false,
  });
  const copies = {
    text: id,
    change: (fields: { authors?: string[] | undefined }) =>
      fields.authors?.includes(id) ? { ...fields, ...bylineFields(fields.authors) } : fields,
  };
  await changeFieldsInCopies(tx, clock, copies, versions);
  return versions.size;
}

async function namesOfAll(tx: SqlEntityManager): Promise<Map<string, string>> {
  const rows = await kyselyOf(tx).selectFrom('authors').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
