import { Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { useTranslations } from '../translations/translations.ts';
import { SearchField } from '../ui/search-field.tsx';
import { states, type SubscribersSearch } from './search.ts';

/** The filters of the list, stored in the URL. */
export function Filters({ search }: { search: SubscribersSearch }) {
  const { common, subscribers: t } = useTranslations();
  const navigate = useNavigate();
  const narrow = (change: SubscribersSearch) => {
    void navigate({ to: '/subscribers', search: (now) => ({ ...now, page: undefined, ...change }), replace: true });
  };

  return (
    <Group role="search">
      <SearchField
        label={t.searchFor}
        value={search.search ?? ''}
        onSearch={(text) => narrow({ search: text || undefined })}
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
