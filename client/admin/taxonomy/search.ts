import { readChoice, readPageNumber, readTexts } from '../ui/search-values.ts';

/** The query parameters of the screen. */
export interface TaxonomySearch {
  page?: number;
  search?: string;
  /** Absent: tags. */
  of?: 'category';
  /** Absent: by the number of posts. */
  by?: 'name';
}

/** Parses the query parameters; invalid values are ignored. */
export function taxonomySearch(values: Record<string, unknown>): TaxonomySearch {
  return {
    ...readPageNumber(values),
    ...readTexts(values, ['search']),
    ...readChoice(values, 'of', ['category'] as const),
    ...readChoice(values, 'by', ['name'] as const),
  };
}
