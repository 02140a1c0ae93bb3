import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { sections } from './address.ts';

/** Milliseconds without a key before posts are looked for. */
const PAUSE = 200;
/** How many posts are offered at once; typing finds the others. */
const MOST = 30;

interface PlaceFilterProps {
  post: string | undefined;
  /** Titles of posts that are known already, by id. */
  titles: ReadonlyMap<string, string>;
  onChange: (post: string | null) => void;
}

/** Chooses a post, or a section of the guestbook. */
export function PlaceFilter({ post, titles, onChange }: PlaceFilterProps) {
  const { comments, frame } = useTranslations();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE);
  const { data } = useQuery({
    ...trpc.posts.all.queryOptions({ pageSize: MOST, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  });
  const guestbook = Object.entries(sections).map(([value, word]) => ({ value, label: comments[word] }));
  const posts = new Map(data?.posts.map(({ id, title }) => [id, title]));
  // What is chosen has to be among what is offered.
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
