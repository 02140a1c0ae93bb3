import { sql, type RawBuilder } from 'kysely';

import { foldForSearch } from './text.ts';

/**
 * Whether a column of folded text contains a text, whatever its case.
 *
 * @param column such as `post_search.text`
 */
export function contains(column: 'post_search.text' | 'comments.search_text', text: string): RawBuilder<boolean> {
  const pattern = `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
