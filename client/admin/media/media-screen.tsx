import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Plus, Upload } from 'lucide-react';
import { useRef } from 'react';

import type { BlogOutputs, Media } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { useHidden } from '../deletions/deletions.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Pages, type PagesProps } from '../ui/pages.tsx';
import { Screen } from '../ui/screen.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { transferredFiles } from '../uploads/transferred-files.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import { useDescribe } from '../uploads/use-describe.ts';
import { useDrop } from '../uploads/use-drop.ts';
import { AddDialog } from './add-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Filters } from './filters.tsx';
import { Grid, GridOutline } from './grid.tsx';
import { addToLibrary, LIBRARY } from './library-uploads.ts';
import { useDialog } from './use-dialog.ts';
import './media.css';

/** Files per page. */
const PAGE_SIZE = 24;
const { useSearch } = getRouteApi('/media');

/** The media library: uploaded files, and links to images, videos, audio and other files. */
export function MediaScreen() {
  const { frame, media: t, uploads } = useTranslations();
  const navigate = useNavigate();
  const search = useSearch();
  const { page = 1, ...filters } = search;
  const query = useQuery({
    ...trpc.media.list.queryOptions({ page, pageSize: PAGE_SIZE, ...filters }),
    placeholderData: keepPreviousData,
  });
  const [isAdding, adding] = useDisclosure();
  const editing = useDialog<Media>();
  const deleting = useDialog<Media>();
  const place = useRef<HTMLDivElement>(null);
  const hidden = useHidden('media');
  const data = query.data && withoutHidden(query.data, hidden);
  const isFiltered = Object.keys(filters).length > 0;
  const describe = useDescribe();
  const drop = useDrop(addToLibrary);
  useWindowEvent('paste', paste);
  const choose = () => void chooseFiles().then(addToLibrary);
  const go: PagesProps['go'] = (next, options) =>
    void navigate({ to: '/media', search: { ...search, page: next }, ...options });

  return (
    <div className="media-screen drop-place" {...drop}>
      <Screen
        title={frame.media}
        actions={
          <>
            <Button variant="default" leftSection={<Plus size={18} aria-hidden />} onClick={adding.open}>
              {t.add}
            </Button>
            <Button leftSection={<Upload size={18} aria-hidden />} onClick={choose}>
              {uploads.upload}
            </Button>
          </>
        }
      >
        <Text c="dimmed" size="sm">
          {t.publicHelp}
        </Text>
        <UploadList owner={LIBRARY} withStray describe={describe} emptied={() => place.current?.focus()} />
        <Group justify="space-between">
          <Filters search={search} />
          <Text c="dimmed" size="sm" aria-live="polite">
            {data && formatMessage(t.count, { count: data.total })}
          </Text>
        </Group>
        <Stack ref={place} tabIndex={-1} className="focus-place">
          {query.isPending && <GridOutline />}
          {!data && query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
          {data?.pendingPosts !== undefined && data.pendingPosts > 0 && (
            <Text size="sm" role="status">
              {formatMessage(t.pendingPosts, { count: data.pendingPosts })}
            </Text>
          )}
          {data && data.media.length > 0 && <Grid media={data.media} edit={editing.open} remove={deleting.open} />}
          {data?.total === 0 && <Nothing isFiltered={isFiltered} upload={choose} />}
          {data && (
            <Pages total={data.total} isStale={query.isPlaceholderData} pageSize={PAGE_SIZE} page={page} go={go} />
          )}
        </Stack>
        <AddDialog isOpen={isAdding} close={adding.close} />
        <EditDialog {...editing} />
        {/* The button that opened the dialog disappears with its link, so the list gets the focus. */}
        <DeleteDialog {...deleting} deleted={() => place.current?.focus()} />
      </Screen>
    </div>
  );
}

type List = BlogOutputs['media']['list'];

function withoutHidden(list: List, hidden: ReadonlySet<string>): List {
  const media = list.media.filter(({ id }) => !hidden.has(id));
  return { ...list, media, total: list.total - (list.media.length - media.length) };
}

function paste(event: ClipboardEvent): void {
  if (!event.defaultPrevented) addToLibrary(transferredFiles(event.clipboardData));
}

function Nothing({ isFiltered, upload }: { isFiltered: boolean; upload: () => void }) {
  const { media: t, uploads } = useTranslations();
  const navigate = useNavigate();
  if (!isFiltered) return <Empty action={<Button onClick={upload}>{uploads.upload}</Button>}>{t.empty}</Empty>;
  const showAll = () => void navigate({ to: '/media' });
  return (
    <Empty
      action={
        <Button variant="default" onClick={showAll}>
          {t.showAll}
        </Button>
      }
    >
      {t.nothingFound}
    </Empty>
  );
}
