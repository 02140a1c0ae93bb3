import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import type { MenuEntry, MenuLeaf } from './menu-entries.ts';
import { truncate } from '../../../shared/shorten.ts';

interface AddPageProps {
  label: string;
  isDisabled: boolean;
  /** The entries of the menu; their pages are not offered again. */
  shown: readonly MenuEntry[];
  add: (entry: MenuLeaf) => void;
}

const builtIn = ['archive', 'guestbook', 'search'] as const;

/** Adds a built-in page or a public page of the owner to a menu. */
export function AddPage({ label, isDisabled, shown, add }: AddPageProps) {
  const t = useTranslations().menu;
  const { data } = useQuery(
    trpc.posts.all.queryOptions({ kind: 'page', status: 'published', sort: 'title', order: 'asc', pageSize: 100 }),
  );
  const isNew = (path: string) => shown.every((entry) => ('page' in entry ? `/${entry.page}` : entry.url) !== path);
  const pages = builtIn.map((page) => ({ value: `/${page}`, label: t[page], entry: { page } }));
  const own = (data?.posts ?? []).map(({ id, title }) => ({
    value: `/${id}`,
    label: title,
    entry: { label: truncate(title, 60), url: `/${encodeURIComponent(id)}` },
  }));
  const groups = [
    { group: t.builtIn, items: pages.filter(({ value }) => isNew(value)) },
    { group: t.own, items: own.filter(({ entry }) => isNew(entry.url)) },
  ].filter(({ items }) => items.length > 0);

  return (
    <Select
      aria-label={label}
      placeholder={t.addPage}
      data={groups.map(({ group, items }) => ({
        group,
        items: items.map(({ value, label: name }) => ({ value, label: name })),
      }))}
      value={null}
      disabled={isDisabled}
      nothingFoundMessage={t.noPage}
      onChange={(value) => {
        const chosen = [...pages, ...own].find((one) => one.value === value);
        if (chosen) add(chosen.entry);
      }}
    />
  );
}
