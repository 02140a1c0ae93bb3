import { readTexts } from '../../ui/search-values.ts';

/** The query parameters of the screen. */
export interface AuthorsSearch {
  search?: string;
}

/** Parses the query parameters; invalid values are ignored. */
export function authorsSearch(values: Record<string, unknown>): AuthorsSearch {
  return readTexts(values, ['search']);
}
