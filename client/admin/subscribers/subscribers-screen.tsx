import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, Plus, Upload } from 'lucide-react';
import { useRef } from 'react';

import type { BlogOutputs, Subscriber } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { deleteSoon, useHidden } from '../deletions/deletions.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { Pages, type PagesProps } from '../ui/pages.tsx';
import { Screen } from '../ui/screen.tsx';
import { AddDialog } from './add-dialog.tsx';
import { downloadCsv } from './download-csv.ts';
import { Filters } from './filters.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { Requirements } from './requirements.tsx';
import { SubscriberRow } from './subscriber-row.tsx';

/** Subscribers per page. */
const PAGE_SIZE = 50;
const { useSearch } = getRouteApi('/subscribers');

/** The people who get new posts by e-mail. */
export function SubscribersScreen() {
  const { frame, subscribers: t } = useTranslations();
  const navigate = useNavigate();
  const search = useSearch();
  const { page = 1 } = search;
  const query = useQuery({
    ...trpc.subscribers.list.queryOptions({ ...search, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const hidden = useHidden('subscribers');
  const data = query.data && withoutHidden(query.data, hidden);
  const [isAdding, adding] = useDisclosure();
  const [isImporting, importing] = useDisclosure();
  const list = useRef<HTMLDivElement>(null);
  const download = useMutation({ mutationFn: downloadCsv, onError: notifyFailure });
  const go: PagesProps['go'] = (next, options) =>
    void navigate({ to: '/subscribers', search: { ...search, page: next }, ...options });

  function remove({ id, email }: Subscriber): void {
    deleteSoon({
      kind: 'subscribers',
      keys: [id],
      what: email,
      calls: [{ path: 'subscribers.remove', input: { id } }],
    });
    // The button disappears with its subscriber.
    list.current?.focus();
  }

  return (
    <Screen
      title={frame.subscribers}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Download size={18} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t.export}
          </Button>
          <Button variant="default" leftSection={<Upload size={18} aria-hidden />} onClick={importing.open}>
            {t.import}
          </Button>
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={adding.open}>
            {t.add}
          </Button>
        </>
      }
    >
      <Requirements />
      <Group justify="space-between">
        <Filters search={search} />
        <Text c="dimmed" size="sm" aria-live="polite">
          {data &&
            [
              formatMessage(t.confirmed, { count: data.confirmed }),
              formatMessage(t.pending, { count: data.pending }),
            ].join(' · ')}
        </Text>
      </Group>
      <Stack ref={list} tabIndex={-1} className="focus-place">
        {query.isPending && <Loading />}
        {!data && query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {data?.total === 0 && <Nothing isEmpty={data.confirmed + data.pending === 0} add={adding.open} />}
        {data && data.total > 0 && (
          <ul className="rows" aria-label={frame.subscribers}>
            {data.subscribers.map((subscriber) => (
              <SubscriberRow key={subscriber.id} subscriber={subscriber} remove={() => remove(subscriber)} />
            ))}
          </ul>
        )}
        {data && (
          <Pages total={data.total} isStale={query.isPlaceholderData} pageSize={PAGE_SIZE} page={page} go={go} />
        )}
      </Stack>
      <AddDialog isOpen={isAdding} close={adding.close} />
      {isImporting && <ImportDialog close={importing.close} />}
    </Screen>
  );
}

/** The empty state: there are no subscribers, or none match. */
function Nothing({ isEmpty, add }: { isEmpty: boolean; add: () => void }) {
  const t = useTranslations().subscribers;
  const navigate = useNavigate();
  if (isEmpty) return <Empty action={<Button onClick={add}>{t.add}</Button>}>{t.empty}</Empty>;
  return (
    <Empty
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/subscribers' })}>
          {t.showAll}
        </Button>
      }
    >
      {t.nothingFound}
    </Empty>
  );
}

type List = BlogOutputs['subscribers']['list'];

function withoutHidden(list: List, hidden: ReadonlySet<string>): List {
  const subscribers = list.subscribers.filter(({ id }) => !hidden.has(id));
  return { ...list, subscribers, total: list.total - (list.subscribers.length - subscribers.length) };
}
