import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { states, type SubscribersSearch } from './search.ts';

/** How long typing must pause before the search. */
const DEBOUNCE_MS = 250;

/** The filters of the list, stored in the URL. */
export function Filters({ search }: { search: SubscribersSearch }) {
  const { common, subscribers: t } = useTranslations();
  const navigate = useNavigate();
  const wanted = search.search ?? '';
  const [text, setText] = useState(wanted);
  const asked = useRef(wanted);

  // The back button of the browser changes the URL as well.
  useEffect(() => {
    if (wanted !== asked.current) setText(wanted);
    asked.current = wanted;
  }, [wanted]);

  const narrow = (change: SubscribersSearch) => {
    void navigate({ to: '/subscribers', search: (now) => ({ ...now, page: undefined, ...change }), replace: true });
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
        maxLength={200}
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
        aria-label={t.state}
        value={search.state ?? ''}
        onChange={({ currentTarget }) => narrow({ state: states.find((state) => state === currentTarget.value) })}
        data={[{ value: '', label: common.all }, ...states.map((value) => ({ value, label: t.states[value] }))]}
      />
    </Group>
  );
}
