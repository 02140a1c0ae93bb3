import { readChoice, readPageNumber, readTexts } from '../ui/search-values.ts';

/** The query parameters of the screen. */
export interface PostsSearch {
  page?: number;
  status?: 'published' | 'scheduled' | 'draft';
  tag?: string;
  category?: string;
  /** The id of an author. */
  author?: string;
  search?: string;
  sort?: 'date' | 'title' | 'updated' | 'views' | 'likes' | 'comments';
  order?: 'asc' | 'desc';
}

const statuses = ['published', 'scheduled', 'draft'] as const;
const sorts = ['date', 'title', 'updated', 'views', 'likes', 'comments'] as const;
const orders = ['asc', 'desc'] as const;

/** Parses the query parameters; invalid values are ignored. */
export function postsSearch(values: Record<string, unknown>): PostsSearch {
  return {
    ...readPageNumber(values),
    ...readTexts(values, ['tag', 'category', 'author', 'search']),
    ...readChoice(values, 'status', statuses),
    ...readChoice(values, 'sort', sorts),
    ...readChoice(values, 'order', orders),
  };
}
