import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type RawBuilder } from 'kysely';

import { prepareQuery } from '../../base/prepare-query.ts';
import type { Term, Terms } from './terms.ts';

/** What the job makes again. */
export type Rebuilt = 'posts' | 'comments';

/** Whether some search texts still have the form of versions before 2.26.0, as a condition. */
export function isRebuilding(name: Rebuilt): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from search_rebuilds where name = ${sql.lit(name)} and next_key is not null)`;
}

const rebuilding = prepareQuery((db) => db.selectNoFrom(isRebuilding('posts').as('is')));

/**
 * Terms for the index as it is: while it is being rebuilt, with their former forms, and without emoji beside words, which
 * it did not have; afterwards in their own form only. Most terms have one form, and take no statement.
 */
export async function termsInIndex(em: SqlEntityManager, { wanted, excluded }: Terms): Promise<Terms> {
  const isSame = ({ tokens, former, isEmoji }: Term) => tokens.length === 1 && former === undefined && !isEmoji;
  if ([...wanted, ...excluded].every(isSame)) return { wanted, excluded };
  const [found] = await rebuilding(em, {});
  if (found?.is) {
    const words = wanted.filter(({ isEmoji }) => !isEmoji);
    return { wanted: words.length > 0 ? words : wanted, excluded };
  }
  const inOneForm = (terms: Terms['wanted']) => terms.map((term) => ({ ...term, former: undefined }));
  return { wanted: inOneForm(wanted), excluded: inOneForm(excluded) };
}
