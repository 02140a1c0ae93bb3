import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { fold } from '../../shared/fold.ts';
import { foldId } from '../../shared/post-id.ts';
import { postFields } from '../../shared/post-fields.ts';
import { shorten } from '../../shared/shorten.ts';
import type { ImportItem } from './schemas.ts';

/**
 * The authors of an imported post. Its source names them by ids or names, of here or of elsewhere: if one of them is
 * not here, their names are a text.
 */
export async function bylineOfItem(
  tx: SqlEntityManager,
  { author, authors }: Pick<ImportItem, 'author' | 'authors'>,
): Promise<Partial<Pick<Post, 'author' | 'authors'>>> {
  if (authors === undefined) return {};
  const known = authors.length === 0 ? [] : await allAuthors(tx);
  const ids = authors.map((text) => known.find(isMeant(text))?.id);
  const found = [...new Set(ids.filter((id) => id !== undefined))];
  const { most } = postFields.authors;
  if (ids.every((id) => id !== undefined) && found.length <= most) return { authors: JSON.stringify(found) };
  return { author: shorten(author || authors.join(', '), postFields.author.max) };
}

function isMeant(text: string) {
  const [id, name] = [foldId(text), fold(text)];
  return (author: { id: string; name: string }) => author.id === id || fold(author.name) === name;
}

function allAuthors(tx: SqlEntityManager) {
  return kyselyOf(tx).selectFrom('authors').select(['id', 'name']).orderBy('created_at').orderBy('id').execute();
}
