import { useQuery } from '@tanstack/react-query';

import type { PostOverview } from '../../api/types.ts';
import { trpc } from '../api/api.ts';
import { useLanguage } from '../translations/translations.ts';
import { usePostsSearch } from './use-posts-search.ts';

/** Names to choose from. */
export interface Names {
  tags: string[];
  categories: string[];
}

/**
 * The tags and categories in alphabetical order: those of public posts, and those of the posts on the page, which may
 * be drafts.
 */
export function useNames(posts: readonly PostOverview[]): Names {
  const { search } = usePostsSearch();
  const { data } = useQuery(trpc.stats.all.queryOptions());
  const { compare } = new Intl.Collator(useLanguage());
  const inOrder = (names: (string | undefined)[]) =>
    [...new Set(names)].filter((name): name is string => name !== undefined && name !== '').sort(compare);
  return {
    tags: inOrder([...(data?.tags ?? []).map(({ tag }) => tag), ...posts.flatMap(({ tags }) => tags), search.tag]),
    categories: inOrder([
      ...(data?.categories ?? []).map(({ category }) => category),
      ...posts.map(({ category }) => category),
      search.category,
    ]),
  };
}
