import { sql, type RawBuilder } from 'kysely';

import { foldForSearch } from './text.ts';

/**
 * Whether a column of folded text contains a text, whatever its case.
 *
 * @param column such as `post_search.text`
 * @param pattern of that text, made by `patternOf`
 */
export function contains(column: 'post_search.text' | 'comments.search_text', pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

/** The pattern of everything that contains a text. */
export function patternOf(text: string): string {
  return `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
}
