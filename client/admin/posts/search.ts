import { choiceIn, pageIn, textsIn } from '../ui/search-values.ts';

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
    ...pageIn(values),
    ...textsIn(values, ['tag', 'category', 'author', 'search']),
    ...choiceIn(values, 'status', statuses),
    ...choiceIn(values, 'sort', sorts),
    ...choiceIn(values, 'order', orders),
  };
}
