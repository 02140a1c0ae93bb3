import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp } from '../../base/clock.ts';
import { appError, fieldError } from '../../base/errors.ts';
import type { CallContext } from '../../core/context.ts';
import { noteObject } from '../../data/audit.ts';
import { longTransaction } from '../../data/long-transaction.ts';
import { lockVersions } from '../../data/sequence.ts';
import { checkCover } from '../../posts/cover.ts';
import { freeSlug } from '../../posts/ids.ts';
import { makeSlug } from '../../posts/slug.ts';
import { changeAuthorInPosts, refreshBylines } from './change-posts.ts';
import { requireAuthor, toAuthor, findAuthor } from './read.ts';
import { NULL, type AuthorShape, type CreateInput, type DeleteInput, type UpdateInput } from './schemas.ts';

/** The maximum number of authors, which are read at once. */
const MOST_AUTHORS = 1000;

/**
 * Adds an author.
 *
 * @throws AUTHOR_EXISTS, TOO_MANY_AUTHORS, BAD_REQUEST (a picture that discloses a password)
 */
export function createAuthor({ em, clock }: CallContext, { id: wanted, ...fields }: CreateInput): Promise<AuthorShape> {
  checkCover(fields.picture, [], 'picture');
  return em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    const db = kyselyOf(tx);
    const { total } = await db
      .selectFrom('authors')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    if (Number(total) >= MOST_AUTHORS) throw appError('TOO_MANY_AUTHORS');
    const id = wanted ?? (await freeSlug(tx, makeSlug(fields.name), idsOfAuthors));
    if (await findAuthor(tx, id)) throw appError('AUTHOR_EXISTS');
    noteObject(id);
    const row = { id, ...fields, links: JSON.stringify(fields.links) };
    await db
      .insertInto('authors')
      .values({ ...row, created_at: timestamp(clock) })
      .execute();
    return toAuthor(row);
  });
}

/**
 * Changes an author; absent fields keep their values. A new name is written into all posts and pages, in the same
 * transaction.
 *
 * @returns the author, and the number of posts and pages that have the new name
 * @throws NOT_FOUND, BAD_REQUEST (a picture that discloses a password)
 */
export function updateAuthor(
  { em, clock }: CallContext,
  { id, ...changes }: UpdateInput,
): Promise<{ author: AuthorShape; changed: number }> {
  return longTransaction(em, async (tx) => {
    await lockVersions(tx);
    const before = await requireAuthor(tx, id);
    checkCover(changes.picture, [before.picture], 'picture');
    const after = { ...before, ...changes };
    const { name, bio, picture, links } = after;
    if (JSON.stringify(after) === JSON.stringify(before)) return { author: before, changed: 0 };
    const row = { name, bio, picture, links: JSON.stringify(links) };
    await kyselyOf(tx).updateTable('authors').set(row).where('id', '=', id).execute();
    const changed = name === before.name ? 0 : await refreshBylines(tx, clock, id);
    return { author: after, changed };
  });
}

/**
 * Deletes an author; the posts get another one, or lose this one. All posts and pages or none.
 *
 * @returns the number of changed posts and pages
 * @throws NOT_FOUND, BAD_REQUEST (another author that does not exist)
 */
export function deleteAuthor({ em, clock }: CallContext, { id, reassign = '' }: DeleteInput): Promise<number> {
  return longTransaction(em, async (tx) => {
    await lockVersions(tx);
    await requireAuthor(tx, id);
    if (reassign === id) throw fieldError('reassign', '"reassign" is the author who is deleted; choose another one.');
    if (reassign !== '' && !(await findAuthor(tx, reassign))) {
      throw fieldError('reassign', `There is no author with the id "${reassign}"; choose another one.`);
    }
    const changed = await changeAuthorInPosts(tx, clock, id, reassign || null);
    await kyselyOf(tx).deleteFrom('authors').where('id', '=', id).execute();
    return changed;
  });
}

/** Those of these ids that a new author cannot have. */
async function idsOfAuthors(tx: SqlEntityManager, ids: string[]): Promise<string[]> {
  const rows = await kyselyOf(tx).selectFrom('authors').select('id').where('id', 'in', ids).execute();
  return [...rows.map(({ id }) => id), ...ids.filter((id) => id === NULL)];
}
