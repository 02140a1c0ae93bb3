import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { sections } from './comment-url.ts';

/** How long typing must pause before posts are searched. */
const DEBOUNCE_MS = 200;
/** The number of posts in the list; typing finds others. */
const MAX_OPTIONS = 30;

interface PlaceFilterProps {
  post: string | undefined;
  /** Titles of posts that are known already, by id. */
  titles: ReadonlyMap<string, string>;
  onChange: (post: string | null) => void;
}

/** Selects a post or a section of the guestbook. */
export function PlaceFilter({ post, titles, onChange }: PlaceFilterProps) {
  const { comments, frame } = useTranslations();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    ...trpc.posts.all.queryOptions({ pageSize: MAX_OPTIONS, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  });
  const guestbook = Object.entries(sections).map(([value, word]) => ({ value, label: comments[word] }));
  const posts = new Map(data?.posts.map(({ id, title }) => [id, title]));
  // The selected post must be among the options.
  const chosen = post === undefined || Object.hasOwn(sections, post) || posts.has(post) ? [] : [post];
  const offered = [...chosen.map((id) => [id, titles.get(id) ?? id] as const), ...posts];
  return (
    <Select
      aria-label={comments.place}
      placeholder={comments.everywhere}
      data={[
        { group: comments.guestbook, items: guestbook },
        { group: frame.posts, items: offered.map(([value, label]) => ({ value, label })) },
      ]}
      value={post ?? null}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': comments.everywhere }}
      nothingFoundMessage={frame.nothingFound}
      onSearchChange={(text) => setTyped(text === titles.get(post ?? '') ? '' : text)}
    />
  );
}
