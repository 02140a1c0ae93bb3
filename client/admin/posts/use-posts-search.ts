import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { PostsSearch } from './search.ts';

const route = getRouteApi('/posts');

/** Changes query parameters, and goes to the first page by default. */
export type ChangeSearch = (changes: PostsSearch, options?: { replace?: boolean }) => void;

/** The query parameters of the table, and a function to change them. */
export function usePostsSearch(): { search: PostsSearch; change: ChangeSearch } {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change: ChangeSearch = useCallback(
    (changes, { replace = false } = {}) =>
      void navigate({ search: (old) => ({ ...old, page: undefined, ...changes }), replace }),
    [navigate],
  );
  return { search, change };
}

/** Clears all filters but not the order. */
export const noFilters = {
  status: undefined,
  tag: undefined,
  category: undefined,
  author: undefined,
  search: undefined,
};

/** Whether any filter is set. */
export function isFiltered({ status, tag, category, author, search }: PostsSearch): boolean {
  return [status, tag, category, author, search].some((filter) => filter !== undefined);
}
