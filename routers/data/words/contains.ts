import { sql, type RawBuilder } from 'kysely';

import { foldSought } from '../../../shared/fold.ts';
import { isRebuilding, type Rebuilt } from './rebuild-state.ts';
import { foldCase } from '../../base/text.ts';

/** The LIKE patterns for folded texts that contain a text. */
export interface Patterns {
  pattern: string;
  /** For texts in the form of versions before 2.26.0, if it differs. */
  formerPattern: string | undefined;
}

/** Where the folded texts are. */
const columns = { posts: 'post_search.text', comments: 'comments.search_text' } as const;

/** Whether the folded text of a post or comment contains a text, in any spelling that `fold` makes the same. */
export function contains(name: Rebuilt, { pattern, formerPattern }: Patterns): RawBuilder<boolean> {
  const found = isLike(columns[name], pattern);
  if (formerPattern === undefined) return found;
  return sql<boolean>`(${found} or (${isRebuilding(name)} and ${isLike(columns[name], formerPattern)}))`;
}

/** The patterns for texts that contain a text. */
export function likePatterns(text: string): Patterns {
  const pattern = likePattern(foldSought(text));
  const former = likePattern(foldCase(text));
  return { pattern, formerPattern: former === pattern ? undefined : former };
}

/** Whether a column matches a LIKE pattern. */
export function isLike(column: string, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

/** The pattern for texts that contain a text as it is. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
