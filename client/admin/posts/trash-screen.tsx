import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { deleteSoon, useHidden } from '../deletions/deletions.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { Pages } from '../ui/pages.tsx';
import { Screen } from '../ui/screen.tsx';

type Trashed = BlogOutputs['trash']['list']['posts'][number];

const PAGE_SIZE = 50;

/** The posts and pages in the trash: to restore, to delete for ever, to empty. */
export function TrashScreen() {
  const { frame, trash: t, common } = useTranslations();
  const [page, go] = useState(1);
  const [isSure, ask] = useState(false);
  const [restored, setRestored] = useState<Trashed>();
  const query = useQuery(trpc.trash.list.queryOptions({ page, pageSize: PAGE_SIZE }));
  const hidden = useHidden('posts');
  const shown = query.data?.posts.filter(({ id }) => !hidden.has(id));
  const list = useRef<HTMLDivElement>(null);
  const onError = notifyFailure;
  const onSettled = () => queryClient.invalidateQueries();
  const restore = useMutation(trpc.trash.restore.mutationOptions({ onError, onSettled }));
  const posts = useMutation(trpc.posts.update.mutationOptions({ onError, onSettled }));
  const pages = useMutation(trpc.pages.update.mutationOptions({ onError, onSettled }));
  const empty = useMutation(trpc.trash.empty.mutationOptions({ onError, onSettled }));

  function bringBack(one: Trashed): void {
    restore.mutate({ id: one.id }, { onSuccess: () => setRestored(one) });
    // The button disappears with its row.
    list.current?.focus();
  }

  function publish({ id, kind, title, publishAt }: Trashed): void {
    const isAhead = publishAt !== null && Date.parse(publishAt) > Date.now();
    const input = { id, status: 'published' as const, ...(isAhead && { publishAt }) };
    (kind === 'page' ? pages : posts).mutate(input, {
      onSuccess: () => notifyDone(formatMessage(t.published, { title })),
    });
    setRestored(undefined);
  }

  function remove({ id, title }: Trashed): void {
    const what = formatMessage(common.quoted, { name: title });
    deleteSoon({ kind: 'posts', keys: [id], what, calls: [{ path: 'trash.delete', input: { id } }] });
    list.current?.focus();
  }

  function emptyAll(): void {
    empty.mutate(undefined, { onSuccess: () => notifyDone(t.emptied), onSettled: () => ask(false) });
  }

  const emptyButton = shown && shown.length > 0 && (
    <Button
      variant="default"
      leftSection={<Trash2 size={18} aria-hidden />}
      loading={empty.isPending}
      onClick={() => ask(true)}
    >
      {t.empty}
    </Button>
  );
  return (
    <Screen title={frame.trash} actions={emptyButton || undefined}>
      <Text c="dimmed">{t.help}</Text>
      <Confirm
        opened={isSure}
        title={t.empty}
        help={t.emptySure}
        action={t.empty}
        busy={empty.isPending}
        confirm={emptyAll}
        close={() => ask(false)}
        // The button that opened it disappears with the last row.
        closed={() => shown?.length === 0 && list.current?.focus()}
      />
      <Group role="status">
        {restored && (
          <>
            <Text>{formatMessage(t.restored, { title: restored.title })}</Text>
            {restored.status !== 'draft' && (
              <Button size="xs" onClick={() => publish(restored)}>
                {t.publish}
              </Button>
            )}
          </>
        )}
      </Group>
      <Stack ref={list} tabIndex={-1} className="focus-place">
        {query.isPending && <Loading />}
        {!query.data && query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {shown?.length === 0 && <Empty>{t.nothing}</Empty>}
        {shown && shown.length > 0 && (
          <ul className="rows" aria-label={frame.trash}>
            {shown.map((one) => (
              <Row key={one.id} post={one} restore={() => bringBack(one)} remove={() => remove(one)} />
            ))}
          </ul>
        )}
        {query.data && (
          <Pages total={query.data.total} isStale={query.isPlaceholderData} pageSize={PAGE_SIZE} page={page} go={go} />
        )}
      </Stack>
    </Screen>
  );
}

function Row({ post, restore, remove }: { post: Trashed; restore: () => void; remove: () => void }) {
  const { trash: t, posts } = useTranslations();
  const language = useLanguage();
  const { title, kind, status, expiresAt } = post;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(expiresAt));
  return (
    <Group component="li" justify="space-between" className="row">
      <div>
        <Text fw={500} dir="auto" className="long-text">
          {title}
        </Text>
        <Group gap="xs">
          {kind === 'page' && <Badge variant="default">{t.page}</Badge>}
          <Text c="dimmed" size="sm">
            {posts[status]} · {formatMessage(t.until, { date })}
          </Text>
        </Group>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" aria-label={formatMessage(t.restoreThis, { title })} onClick={restore}>
          {t.restore}
        </Button>
        <Button size="xs" variant="default" aria-label={formatMessage(t.removeThis, { title })} onClick={remove}>
          {t.remove}
        </Button>
      </Group>
    </Group>
  );
}
