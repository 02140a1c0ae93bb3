import { readChoice, readTexts } from '../ui/search-values.ts';

/** The query parameters of the screen. */
export interface CommentsSearch {
  status?: 'pending' | 'approved' | 'spam';
  /** The id of a post, or a section of the guestbook. */
  post?: string;
  /** The host of another site. */
  site?: string;
  search?: string;
}

const statuses = ['pending', 'approved', 'spam'] as const;

/** Parses the query parameters; invalid values are ignored. */
export function commentsSearch(values: Record<string, unknown>): CommentsSearch {
  return { ...readTexts(values, ['post', 'site', 'search']), ...readChoice(values, 'status', statuses) };
}

/** The filter of the service: "All" has no spam. */
export function toFilter(search: CommentsSearch): CommentsSearch & { exclude?: 'spam' } {
  return search.status === undefined ? { ...search, exclude: 'spam' } : search;
}
