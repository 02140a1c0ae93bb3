import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { PostsSearch } from './search.ts';

const route = getRouteApi('/posts');

/** Changes what the address bar says, and goes to the first page unless told another. */
export type ChangeSearch = (changes: PostsSearch, options?: { replace?: boolean }) => void;

/** What the address bar says of the table, and how to change it. */
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

/** Shows every post again; the order stays. */
export const noFilters = { status: undefined, tag: undefined, category: undefined, search: undefined };

/** Whether some posts may be left out. */
export function isFiltered({ status, tag, category, search }: PostsSearch): boolean {
  return [status, tag, category, search].some((filter) => filter !== undefined);
}
