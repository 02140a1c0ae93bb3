import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { useTranslations } from '../translations/translations.ts';
import { SearchField } from '../ui/search-field.tsx';
import { kinds, type MediaSearch } from './search.ts';

/** The filters of the library, stored in the URL. */
export function Filters({ search }: { search: MediaSearch }) {
  const { common, media: t } = useTranslations();
  const navigate = useNavigate();
  const narrow = (change: MediaSearch) => {
    void navigate({ to: '/media', search: (now) => ({ ...now, page: undefined, ...change }), replace: true });
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
