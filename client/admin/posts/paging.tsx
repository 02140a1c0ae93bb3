import { Group, Pagination } from '@mantine/core';
import { useEffect } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { usePostsSearch } from './use-posts-search.ts';

interface PagingProps {
  pages: number;
  /** Whether the number of posts is being reloaded. */
  isStale: boolean;
}

/** The pagination; from a page that no longer exists, it goes to the last one. */
export function Paging({ pages, isStale }: PagingProps) {
  const { posts, common } = useTranslations();
  const { search, change } = usePostsSearch();
  const { page = 1 } = search;
  useEffect(() => {
    if (!isStale && page > Math.max(pages, 1)) change({ page: pages > 1 ? pages : undefined }, { replace: true });
  }, [page, pages, isStale, change]);
  if (pages <= 1) return null;
  return (
    <Group component="nav" aria-label={posts.pages} justify="center">
      <Pagination
        total={pages}
        value={page}
        size="sm"
        gap={4}
        onChange={(next) => change({ page: next > 1 ? next : undefined })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? common.next : common.previous })}
      />
    </Group>
  );
}
