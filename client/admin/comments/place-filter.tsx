import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { siteOf } from '../../../shared/thread-address.ts';
import { hasOnlyThreads } from '../place.ts';
import { sections } from './comment-url.ts';

/** How long typing must pause before posts are searched. */
const DEBOUNCE_MS = 200;
/** The number of posts in the list; typing finds others. */
const MAX_OPTIONS = 30;

interface PlaceFilterProps {
  post: string | undefined;
  /** The host of another site. */
  site: string | undefined;
  /** Titles of posts that are known already, by id. */
  titles: ReadonlyMap<string, string>;
  onChange: (place: { post: string | null; site: string | null }) => void;
}

/** The options that are sites; no id of a post has a colon. */
const OF_SITE = 'site:';

/** Selects a post, a section of the guestbook or another site. */
export function PlaceFilter({ post, site, titles, onChange }: PlaceFilterProps) {
  const { comments, frame, settings } = useTranslations();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    ...trpc.posts.all.queryOptions({ pageSize: MAX_OPTIONS, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
    enabled: !hasOnlyThreads,
  });
  const stored = useQuery(trpc.settings.get.queryOptions());
  const sites = (stored.data?.commentSites ?? []).map(({ origin, name }) => ({
    value: OF_SITE + (siteOf(origin) ?? ''),
    label: name,
  }));
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
        ...(sites.length > 0 ? [{ group: settings.otherSites.sites, items: sites }] : []),
        ...(hasOnlyThreads
          ? []
          : [
              { group: comments.guestbook, items: guestbook },
              { group: frame.posts, items: offered.map(([value, label]) => ({ value, label })) },
            ]),
      ]}
      value={site === undefined ? (post ?? null) : OF_SITE + site}
      onChange={(value) => onChange(placeIn(value))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': comments.everywhere }}
      nothingFoundMessage={frame.nothingFound}
      onSearchChange={(text) => setTyped(text === titles.get(post ?? '') ? '' : text)}
    />
  );
}

function placeIn(value: string | null): { post: string | null; site: string | null } {
  const isSite = value?.startsWith(OF_SITE) ?? false;
  return { post: isSite ? null : value, site: isSite ? value!.slice(OF_SITE.length) : null };
}
