import { choiceIn, pageIn, textsIn } from '../ui/search-values.ts';

/** The query parameters of the screen. */
export interface TaxonomySearch {
  page?: number;
  search?: string;
  kind?: 'category';
  sort?: 'name';
}

/** Parses the query parameters; invalid values are ignored. */
export function taxonomySearch(values: Record<string, unknown>): TaxonomySearch {
  return {
    ...pageIn(values),
    ...textsIn(values, ['search']),
    ...choiceIn(values, 'kind', ['category'] as const),
    ...choiceIn(values, 'sort', ['name'] as const),
  };
}
