import { Table, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';

import { useTranslations } from '../translations/translations.ts';
import { columns, usual, type Column } from './columns.ts';
import { usePostsSearch } from './use-posts-search.ts';

/** The heading of a column. A click sorts by it; another click reverses the order. */
export function Heading({ word }: { word: keyof typeof columns }) {
  const { posts } = useTranslations();
  const { search, change } = usePostsSearch();
  const { sort, first, from, width, isNumber = false }: Column = columns[word];
  const now = { ...usual, ...search };
  const isSorted = sort === now.sort;
  const Arrow = now.order === 'asc' ? ArrowUp : ArrowDown;
  const next = isSorted ? opposite[now.order] : first;
  return (
    <Table.Th
      scope="col"
      w={width}
      visibleFrom={from}
      ta={isNumber ? 'end' : undefined}
      aria-sort={isSorted ? directions[now.order] : undefined}
    >
      {sort ? (
        <UnstyledButton className="posts-heading" onClick={() => change({ sort, order: next })}>
          {posts[word]}
          {isSorted && <Arrow size={14} aria-hidden />}
        </UnstyledButton>
      ) : (
        posts[word]
      )}
    </Table.Th>
  );
}

const opposite = { asc: 'desc', desc: 'asc' } as const;
const directions = { asc: 'ascending', desc: 'descending' } as const;
