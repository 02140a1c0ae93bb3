import { sql, type RawBuilder } from 'kysely';

import { foldForSearch } from './text.ts';

/**
 * Whether a column of folded text contains a text in any case.
 *
 * @param column such as `post_search.text`
 * @param pattern the result of `patternOf` for the text
 */
export function contains(
  column: 'post_search.text' | 'comments.search_text' | 'subscribers.email',
  pattern: string,
): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

/** The LIKE pattern for texts that contain a text. */
export function patternOf(text: string): string {
  return `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
}
