import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useRef } from 'react';

import { trpc } from '../api/api.ts';
import { useHidden } from '../deletions/deletions.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Screen } from '../ui/screen.tsx';
import { useTranslations } from '../translations/translations.ts';
import { Filters } from './filters.tsx';
import { Paging } from './paging.tsx';
import { PostsList } from './posts-list.tsx';
import { useNames } from './use-names.ts';
import { usePostsSearch } from './use-posts-search.ts';
import './posts.css';

/** Posts per page. */
const PAGE_SIZE = 25;

/** All posts with search, sorting and bulk actions. */
export function PostsScreen() {
  const { frame } = useTranslations();
  const { search } = usePostsSearch();
  const field = useRef<HTMLInputElement>(null);
  const read = useQuery({
    ...trpc.posts.all.queryOptions({ ...search, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const hidden = useHidden('posts');
  const shown = (read.data?.posts ?? []).filter(({ id }) => !hidden.has(id));
  const total = (read.data?.total ?? 0) - ((read.data?.posts.length ?? 0) - shown.length);
  const names = useNames(read.data?.posts ?? []);
  const newPost = (
    <Button component={Link} to="/posts/new" leftSection={<PenLine size={16} aria-hidden />}>
      {frame.newPost}
    </Button>
  );
  return (
    <Screen title={frame.posts} actions={newPost}>
      <Filters names={names} field={field} />
      {read.isPending && <Loading />}
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {read.isSuccess && (
        <>
          <PostsList posts={shown} total={total} names={names} isStale={read.isPlaceholderData} field={field} />
          <Paging pages={Math.ceil(total / PAGE_SIZE)} isStale={read.isPlaceholderData} />
        </>
      )}
    </Screen>
  );
}
