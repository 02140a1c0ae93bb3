import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import type { FieldValues } from '../../shared/field-values.ts';
import { postFields } from '../../shared/post-fields.ts';
import { fieldError } from '../base/errors.ts';
import { codePoints } from '../base/text.ts';
import { parseList } from './columns.ts';

/** The column of a post without authors. */
export const NO_AUTHORS = '[]';

type Byline = Pick<Post, 'author' | 'authors'>;

/** The name with which a post is signed. */
export interface NamedAuthor {
  id: string;
  name: string;
}

/** Those of these authors that exist, in this order. */
export async function findAuthors(em: SqlEntityManager, ids: readonly string[]): Promise<NamedAuthor[]> {
  if (ids.length === 0) return [];
  const rows = await kyselyOf(em).selectFrom('authors').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : []));
}

/** The text that stands for authors wherever a post has one author. */
export function makeByline(authors: readonly Pick<NamedAuthor, 'name'>[]): string {
  return authors.map(({ name }) => name).join(', ');
}

/**
 * The columns that follow from the authors of a post: their names are its author. Authors that do not exist any more,
 * as in an earlier version, are left out.
 *
 * @param wanted the columns that a write sets
 */
export async function withByline(
  tx: SqlEntityManager,
  before: Byline,
  wanted: Partial<Byline>,
): Promise<Partial<Byline>> {
  const authors = wanted.authors ?? before.authors;
  if (authors === NO_AUTHORS) return isCleared(before, wanted) ? { author: '' } : {};
  if (wanted.authors === undefined && wanted.author === undefined) return {};
  const known = await findAuthors(tx, parseList(authors));
  if (known.length === 0) return { authors: NO_AUTHORS };
  return { authors: JSON.stringify(known.map(({ id }) => id)), author: makeByline(known) };
}

/** The names of authors go with them. */
function isCleared(before: Byline, { author }: Partial<Byline>): boolean {
  return before.authors !== NO_AUTHORS && (author === undefined || author === before.author);
}

/**
 * Refuses authors that do not exist, and a name that is too long. The names of authors may be longer; what is sent
 * beside them is ignored.
 *
 * @param stored those of the post, which may be sent back
 * @param path of the fields in the input, such as `fields.`
 * @throws BAD_REQUEST
 */
export async function checkByline(
  tx: SqlEntityManager,
  { author, authors }: Partial<Pick<FieldValues, 'author' | 'authors'>>,
  stored: Byline = { author: '', authors: NO_AUTHORS },
  path = '',
): Promise<void> {
  const ids = authors ?? parseList(stored.authors);
  if (authors !== undefined) await checkAuthors(tx, authors, `${path}authors`);
  if (ids.length === 0 && author !== stored.author) checkAuthor(author, `${path}author`);
}

/** @throws BAD_REQUEST */
export function checkAuthor(author: string | undefined, path = 'author'): void {
  const length = codePoints(author ?? '');
  const { max } = postFields.author;
  if (length > max) throw fieldError(path, `"${path}" must have at most ${max} characters, but has ${length}.`);
}

async function checkAuthors(tx: SqlEntityManager, ids: readonly string[], path: string): Promise<void> {
  const known = await findAuthors(tx, ids);
  const unknown = ids.find((id) => known.every((author) => author.id !== id));
  if (unknown === undefined) return;
  throw fieldError(path, `There is no author with the id "${unknown}"; add the author first, or choose another.`);
}
