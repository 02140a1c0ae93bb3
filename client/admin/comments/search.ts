import { choiceIn, textsIn } from '../ui/search-values.ts';

/** What the address bar says of the comments. */
export interface CommentsSearch {
  status?: 'pending' | 'approved';
  /** The id of a post, or a section of the guestbook. */
  post?: string;
  search?: string;
}

const statuses = ['pending', 'approved'] as const;

/** Reads it; whatever fits nothing counts as absent. */
export function commentsSearch(values: Record<string, unknown>): CommentsSearch {
  return { ...textsIn(values, ['post', 'search']), ...choiceIn(values, 'status', statuses) };
}
