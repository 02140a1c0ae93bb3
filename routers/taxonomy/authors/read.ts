import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Selectable } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { foldId } from '../../../shared/post-id.ts';
import { appError, type AppError } from '../../base/errors.ts';
import { isStorable } from '../../base/text.ts';
import type { AuthorShape, CountedAuthor } from './schemas.ts';

type Row = Selectable<Tables['authors']>;

/** All authors by name. */
export async function listAuthors(em: SqlEntityManager): Promise<AuthorShape[]> {
  const rows = await kyselyOf(em).selectFrom('authors').selectAll().execute();
  return rows.map(toAuthor).sort(byName);
}

/** The same with the numbers of their posts, which the database keeps (migration 0050). */
export async function listCountedAuthors(em: SqlEntityManager): Promise<CountedAuthor[]> {
  const totals = await kyselyOf(em)
    .selectFrom('list_totals')
    .select(({ fn }) => ['name', fn.sum<number>('total').as('total')])
    .where('kind', '=', 'author')
    .groupBy('name')
    .execute();
  const counts = new Map(totals.map(({ name, total }) => [name, Number(total)]));
  return (await listAuthors(em)).map((author) => ({ ...author, posts: counts.get(author.id) ?? 0 }));
}

/** An author; null for an unknown id. */
export async function findAuthor(em: SqlEntityManager, id: string): Promise<AuthorShape | null> {
  const row = await kyselyOf(em).selectFrom('authors').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toAuthor(row) : null;
}

/**
 * The author with this id, in any spelling.
 *
 * @throws NOT_FOUND
 */
export async function requireAuthor(em: SqlEntityManager, id: string): Promise<AuthorShape> {
  const author = isStorable(id) ? await findAuthor(em, foldId(id)) : null;
  if (!author) throw authorNotFound();
  return author;
}

export function authorNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no author with this id.');
}

/** Those of these authors that exist, in this order. */
export async function authorsWith(em: SqlEntityManager, ids: readonly string[]): Promise<AuthorShape[]> {
  if (ids.length === 0) return [];
  const rows = await kyselyOf(em).selectFrom('authors').selectAll().where('id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [row.id, toAuthor(row)]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

export function toAuthor({ id, name, bio, picture, links }: Omit<Row, 'created_at'>): AuthorShape {
  return { id, name, bio, picture, links: JSON.parse(links) as AuthorShape['links'] };
}

function byName(a: AuthorShape, b: AuthorShape): number {
  return a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);
}
