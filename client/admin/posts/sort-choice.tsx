import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';

import { useTranslations } from '../translations/translations.ts';
import { columns, headings, usual, type Column } from './columns.ts';
import { usePostsSearch } from './use-posts-search.ts';

const sortable = headings.flatMap((word) => {
  const { sort, first }: Column = columns[word];
  return sort && first ? [{ word, sort, first }] : [];
});

/** Sorting for narrow windows, in which most column headings are hidden. */
export function SortChoice() {
  const { posts } = useTranslations();
  const { search, change } = usePostsSearch();
  const { sort, order } = { ...usual, ...search };
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Group className="posts-filter" hiddenFrom="md" gap={4} wrap="nowrap">
      <NativeSelect
        flex={1}
        aria-label={posts.sortBy}
        data={sortable.map(({ word, sort }) => ({ value: sort, label: posts[word] }))}
        value={sort}
        onChange={({ currentTarget }) => {
          const next = sortable.find((one) => one.sort === currentTarget.value);
          if (next) change({ sort: next.sort, order: next.first });
        }}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={posts.reverse}
        onClick={() => change({ order: order === 'asc' ? 'desc' : 'asc' })}
      >
        <Arrow size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
