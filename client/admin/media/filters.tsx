import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { kinds, type MediaSearch } from './search.ts';

/** How long typing must pause before the search. */
const DEBOUNCE_MS = 250;

/** The filters of the library, stored in the URL. */
export function Filters({ search }: { search: MediaSearch }) {
  const { common, media: t } = useTranslations();
  const navigate = useNavigate();
  const wanted = search.search ?? '';
  const [text, setText] = useState(wanted);
  const asked = useRef(wanted);

  // The back button of the browser changes the URL as well.
  useEffect(() => {
    if (wanted !== asked.current) setText(wanted);
    asked.current = wanted;
  }, [wanted]);

  const narrow = (change: MediaSearch) => {
    void navigate({ to: '/media', search: (now) => ({ ...now, page: undefined, ...change }), replace: true });
  };
  const find = useDebouncedCallback((typed: string) => {
    asked.current = typed.trim();
    narrow({ search: asked.current || undefined });
  }, DEBOUNCE_MS);

  return (
    <Group role="search">
      <TextInput
        type="search"
        aria-label={t.searchFor}
        placeholder={t.searchFor}
        leftSection={<Search size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          find(currentTarget.value);
        }}
        w={300}
        maw="100%"
      />
      <NativeSelect
        aria-label={t.kind}
        value={search.kind ?? ''}
        onChange={({ currentTarget }) => narrow({ kind: kinds.find((kind) => kind === currentTarget.value) })}
        data={[{ value: '', label: common.all }, ...kinds.map((value) => ({ value, label: t.kinds[value] }))]}
      />
      <Checkbox
        label={t.onlyUnused}
        checked={search.unused === 1}
        onChange={({ currentTarget }) => narrow({ unused: currentTarget.checked ? 1 : undefined })}
      />
    </Group>
  );
}
