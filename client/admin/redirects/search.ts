import { readPageNumber, readTexts } from '../ui/search-values.ts';

/** The query parameters of the screen. */
export interface RedirectsSearch {
  page?: number;
  search?: string;
}

/** Parses the query parameters; invalid values are ignored. */
export function redirectsSearch(values: Record<string, unknown>): RedirectsSearch {
  return { ...readPageNumber(values), ...readTexts(values, ['search']) };
}
