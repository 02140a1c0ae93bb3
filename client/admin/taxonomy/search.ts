import { choiceIn, pageIn, textsIn } from '../ui/search-values.ts';

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
    ...pageIn(values),
    ...textsIn(values, ['search']),
    ...choiceIn(values, 'of', ['category'] as const),
    ...choiceIn(values, 'by', ['name'] as const),
  };
}
