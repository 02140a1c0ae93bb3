import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { deleteSoon, useHidden } from '../deletions/deletions.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { Pages, type PagesProps } from '../ui/pages.tsx';
import { saveCsv } from '../ui/save-csv.ts';
import { Screen } from '../ui/screen.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { MissingPaths } from './missing-paths.tsx';
import { RedirectDialog, type GivenRedirect } from './redirect-form.tsx';
import './redirects.css';

type Redirect = BlogOutputs['redirects']['list']['redirects'][number];

/** Redirects per page. */
const PAGE_SIZE = 50;
const { useSearch } = getRouteApi('/redirects');

/** The redirects of the owner, and the paths that visitors did not find. */
export function RedirectsScreen() {
  const { frame, redirects: t, subscribers } = useTranslations();
  const navigate = useNavigate();
  const search = useSearch();
  const { page = 1 } = search;
  const query = useQuery({
    ...trpc.redirects.list.queryOptions({ ...search, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const hidden = useHidden('redirects');
  const { data } = query;
  const shown = data?.redirects.filter(({ id }) => !hidden.has(id));
  const [given, setGiven] = useState<GivenRedirect>();
  const [isImporting, importing] = useDisclosure();
  const list = useRef<HTMLDivElement>(null);
  const download = useMutation({ mutationFn: downloadAll, onError: notifyFailure });
  const go: PagesProps['go'] = (next, options) =>
    void navigate({ to: '/redirects', search: { ...search, page: next }, ...options });

  function remove({ id, from }: Redirect): void {
    deleteSoon({ kind: 'redirects', keys: [id], what: from, calls: [{ path: 'redirects.remove', input: { id } }] });
    // The button disappears with its redirect.
    list.current?.focus();
  }

  return (
    <Screen
      title={frame.redirects}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Download size={18} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {subscribers.export}
          </Button>
          <Button variant="default" leftSection={<Upload size={18} aria-hidden />} onClick={importing.open}>
            {subscribers.import}
          </Button>
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setGiven({ from: '' })}>
            {t.add}
          </Button>
        </>
      }
    >
      <Group role="search">
        <SearchField
          label={t.searchFor}
          value={search.search ?? ''}
          onSearch={(text) => void navigate({ to: '/redirects', search: { search: text || undefined }, replace: true })}
          w={300}
          maw="100%"
        />
      </Group>
      <Stack ref={list} tabIndex={-1} className="focus-place">
        {query.isPending && <Loading />}
        {!data && query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {shown?.length === 0 && <Empty>{search.search === undefined ? t.empty : t.nothingFound}</Empty>}
        {shown && shown.length > 0 && (
          <ul className="rows" aria-label={frame.redirects}>
            {shown.map((one) => (
              <Row key={one.id} redirect={one} change={() => setGiven(one)} remove={() => remove(one)} />
            ))}
          </ul>
        )}
        {data && (
          <Pages total={data.total} isStale={query.isPlaceholderData} pageSize={PAGE_SIZE} page={page} go={go} />
        )}
      </Stack>
      <MissingPaths redirect={(from) => setGiven({ from })} />
      {given && <RedirectDialog given={given} close={() => setGiven(undefined)} />}
      {isImporting && <ImportDialog close={importing.close} />}
    </Screen>
  );
}

function Row({ redirect, change, remove }: { redirect: Redirect; change: () => void; remove: () => void }) {
  const t = useTranslations().redirects;
  const { from, to, status, hits } = redirect;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" className="row">
      <div>
        <Text fw={500} dir="ltr" className="long-text">
          {from}
          {to !== undefined && ` → ${to}`}
        </Text>
        <Text c="dimmed" size="sm">
          {t.statuses[status]} · {formatMessage(t.hits, { count: hits })}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="subtle" color="gray" aria-label={formatMessage(t.changeThis, { from })} onClick={change}>
          <Pencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={formatMessage(t.removeThis, { from })} onClick={remove}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}

async function downloadAll(): Promise<void> {
  const options = trpc.redirects.export.queryOptions();
  const { csv } = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 });
  saveCsv('redirects', [csv]);
}
