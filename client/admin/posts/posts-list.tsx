import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';

import type { PostOverview } from '../../api/types.ts';
import { Empty } from '../ui/empty.tsx';
import { useTranslations } from '../translations/translations.ts';
import { BulkBar } from './bulk-bar.tsx';
import { KeyHelp } from './key-help.tsx';
import { PostsTable } from './posts-table.tsx';
import type { Names } from './use-names.ts';
import { isFiltered, noFilters, usePostsSearch } from './use-posts-search.ts';
import { useKeys } from './use-keys.ts';
import { useSelection } from './use-selection.ts';

interface PostsListProps {
  posts: readonly PostOverview[];
  /** The number of posts on all pages. */
  total: number;
  /** Tags and categories to choose from. */
  names: Names;
  /** Whether other posts are being loaded. */
  isStale: boolean;
  /** The search field. */
  field: RefObject<HTMLInputElement | null>;
}

/** The posts of a page with bulk actions. */
export function PostsList({ posts, total, names, isStale, field }: PostsListProps) {
  const { search } = usePostsSearch();
  const list = useRef<HTMLElement>(null);
  const ids = posts.map(({ id }) => id);
  const selection = useSelection(JSON.stringify(search), ids);
  useKeys({ list, field }, selection);
  const { frame } = useTranslations();
  // Scrolling would hide the content above.
  const takeKeyboard = () => list.current?.focus({ preventScroll: true });
  return (
    <section className="posts-list" ref={list} tabIndex={-1} aria-label={frame.posts}>
      <BulkBar
        chosen={posts.filter(({ id }) => selection.chosen.includes(id))}
        selection={selection}
        onPage={posts.length}
        total={total}
        names={names}
        onClear={() => {
          selection.clear();
          takeKeyboard();
        }}
        onDelete={takeKeyboard}
      />
      {posts.length === 0 ? (
        <NoPosts field={field} />
      ) : (
        <>
          <PostsTable posts={posts} selection={selection} isStale={isStale} />
          <KeyHelp />
        </>
      )}
    </section>
  );
}

/** The empty state: there are no posts, or none match. */
function NoPosts({ field }: Pick<PostsListProps, 'field'>) {
  const { posts } = useTranslations();
  const { search, change } = usePostsSearch();
  if (isFiltered(search)) {
    const clear = (
      <Button
        variant="default"
        onClick={() => {
          change(noFilters);
          field.current?.focus();
        }}
      >
        {posts.clearFilters}
      </Button>
    );
    return <Empty action={clear}>{posts.noneMatch}</Empty>;
  }
  const write = (
    <Button component={Link} to="/posts/new">
      {posts.writeFirst}
    </Button>
  );
  return <Empty action={write}>{posts.none}</Empty>;
}
