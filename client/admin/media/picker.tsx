import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';

import type { Media } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { Failure } from '../ui/failure.tsx';
import { Pages } from '../ui/pages.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { GridOutline } from './grid.tsx';
import { mediaName } from '../uploads/markdown.ts';
import { Preview } from '../uploads/preview.tsx';
import type { MediaSearch } from './search.ts';

/** Files per page. */
const PAGE_SIZE = 12;
/** How long typing must pause before the search. */
const DEBOUNCE_MS = 250;

interface PickerProps {
  isOpen: boolean;
  close: () => void;
  /** Only files of this kind. */
  kind?: MediaSearch['kind'];
  picked: (media: Media) => void;
}

/** A dialog to choose a file of the library. */
export function Picker({ isOpen, close, ...choice }: PickerProps) {
  const { common, media: t } = useTranslations();
  return (
    <Modal opened={isOpen} onClose={close} title={t.pick} size="xl" closeButtonProps={{ 'aria-label': common.close }}>
      <Choice {...choice} />
    </Modal>
  );
}

function Choice({ kind, picked }: Pick<PickerProps, 'kind' | 'picked'>) {
  const { media: t } = useTranslations();
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data, error, isPending, refetch, isPlaceholderData } = useQuery({
    ...trpc.media.list.queryOptions({ page, pageSize: PAGE_SIZE, kind, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  });

  return (
    <Stack>
      <TextInput
        type="search"
        aria-label={t.searchFor}
        placeholder={t.searchFor}
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPage(1);
        }}
        data-autofocus
      />
      {isPending && <GridOutline />}
      {!data && error && <Failure error={error} retry={() => void refetch()} />}
      {data?.total === 0 && (
        <Text c="dimmed" role="status">
          {t.nothingFound}
        </Text>
      )}
      <ul className="media-grid" aria-label={t.list}>
        {data?.media.map((one) => (
          <li key={one.id} className="media-card">
            <Preview media={one} />
            <UnstyledButton
              className="media-name"
              aria-label={formatMessage(t.pickOf, { name: mediaName(one) })}
              onClick={() => picked(one)}
            >
              <Text size="sm" truncate>
                {mediaName(one)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {data && <Pages total={data.total} isStale={isPlaceholderData} pageSize={PAGE_SIZE} page={page} go={setPage} />}
    </Stack>
  );
}
