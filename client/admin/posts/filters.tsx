import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { SearchField } from '../ui/search-field.tsx';
import { SortChoice } from './sort-choice.tsx';
import { isFiltered, noFilters, usePostsSearch } from './use-posts-search.ts';

interface FiltersProps {
  names: { tags: string[]; categories: string[] };
  field: RefObject<HTMLInputElement | null>;
}

/** The filters of the table, stored in the URL. */
export function Filters({ names, field }: FiltersProps) {
  const { frame, posts } = useTranslations();
  const { data: written } = useQuery(trpc.authors.all.queryOptions());
  const { search, change } = usePostsSearch();
  const choices = {
    status: (['published', 'scheduled', 'draft'] as const).map((value) => ({ value, label: posts[value] })),
    tag: names.tags,
    category: names.categories,
  };
  return (
    <Group gap="xs" role="search">
      <SearchField
        ref={field}
        className="posts-search"
        label={posts.find}
        value={search.search ?? ''}
        // Further typing adds no entry to the history.
        onSearch={(text) => change({ search: text || undefined }, { replace: search.search !== undefined })}
      />
      {(['status', 'tag', 'category'] as const).map((filter) => (
        <NativeSelect
          key={filter}
          className="posts-filter"
          aria-label={posts[filter]}
          data={[{ value: '', label: posts[filter] }, ...choices[filter]]}
          value={search[filter] ?? ''}
          onChange={({ currentTarget }) => change({ [filter]: currentTarget.value || undefined })}
        />
      ))}
      {written && written.authors.length > 0 && (
        <NativeSelect
          className="posts-filter"
          aria-label={frame.authors}
          data={[
            { value: '', label: frame.authors },
            ...written.authors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={search.author ?? ''}
          onChange={({ currentTarget }) => change({ author: currentTarget.value || undefined })}
        />
      )}
      <SortChoice />
      {isFiltered(search) && (
        <Button
          variant="subtle"
          onClick={() => {
            change(noFilters);
            // The button disappears with the filters.
            field.current?.focus();
          }}
        >
          {posts.clearFilters}
        </Button>
      )}
    </Group>
  );
}
