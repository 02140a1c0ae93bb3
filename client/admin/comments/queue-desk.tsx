import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useReducer, useRef, type ReactNode } from 'react';

import { trpc } from '../api/api.ts';
import { Empty } from '../ui/empty.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { BulkBar } from './bulk-bar.tsx';
import { emptyDesk, moveSelection } from './desk.ts';
import { countEvery, removeEvery } from './every.ts';
import { QueueList } from './queue-list.tsx';
import type { CommentsSearch } from './search.ts';
import { useCommands } from './use-commands.ts';
import type { Queue } from './use-queue.ts';
import './bars.css';

interface QueueDeskProps {
  queue: Queue;
  search: CommentsSearch;
  showKeys: () => void;
  /** Shown below the bulk toolbar. */
  children: ReactNode;
}

/** The queue with its toolbar and commands. */
export function QueueDesk({ queue, search, showKeys, children }: QueueDeskProps) {
  const { comments } = useTranslations();
  const { hasNextPage, isPlaceholderData } = queue;
  // Rows of the former filter are shown until those of this one are read; nothing can be done to them.
  const items = isPlaceholderData ? [] : queue.items;
  const [desk, act] = useReducer(moveSelection, emptyDesk);
  const scrollToRow = useRef<(index: number) => void>(() => undefined);
  const commands = useCommands({ search, items, desk, act, scrollToRow, showKeys });
  const isEmpty = queue.items.length === 0 && !hasNextPage;
  const count = items.filter(({ id }) => desk.selected.has(id)).length;
  const selectAll = () => act({ to: 'select', ids: count === items.length ? [] : items.map(({ id }) => id) });
  const selectEvery = async () => {
    const matching = await countEvery(search);
    if (matching !== null) act({ to: 'select-every', count: matching });
  };
  return (
    <>
      {isEmpty ? (
        <Nothing search={search} />
      ) : (
        <>
          <Group justify="space-between" gap="xs" className="comments-line">
            <Checkbox
              label={comments.selectAll}
              checked={count > 0 && count === items.length}
              indeterminate={count > 0 && count < items.length}
              onChange={selectAll}
            />
            {search.status === 'spam' ? <Spam queue={queue} search={search} /> : <PendingCount />}
          </Group>
          <QueueList queue={queue} desk={desk} act={act} scrollToRow={scrollToRow} />
        </>
      )}
      <div className="comments-bars">
        <BulkBar
          count={desk.every ?? count}
          total={hasNextPage && desk.every === null && count === items.length ? queue.total : undefined}
          onEvery={() => void selectEvery()}
          commands={commands}
          onClear={() => act({ to: 'select', ids: [] })}
          isSpam={search.status === 'spam'}
        />
        {children}
      </div>
    </>
  );
}

/** The number of the comments in the spam, and the button that deletes them, with time for undo. */
function Spam({ queue, search }: Pick<QueueDeskProps, 'queue' | 'search'>) {
  const { comments } = useTranslations();
  const empty = async () => {
    const count = await countEvery(search);
    if (count) removeEvery(search, count);
  };
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {formatMessage(comments.spamCount, { count: queue.total })}
      </Text>
      <Button variant="default" size="compact-sm" onClick={() => void empty()}>
        {search.post === undefined && search.search === undefined ? comments.emptySpam : comments.deleteMatches}
      </Button>
    </Group>
  );
}

/** The number of pending comments on the whole site. */
function PendingCount() {
  const { comments } = useTranslations();
  const { data } = useQuery(trpc.comments.all.queryOptions({ status: 'pending', pageSize: 1 }));
  return (
    <Text size="sm" c="dimmed">
      {data && (data.total === 0 ? comments.nothingWaits : formatMessage(comments.waiting, { count: data.total }))}
    </Text>
  );
}

function Nothing({ search: { status, post, search } }: { search: CommentsSearch }) {
  const { comments } = useTranslations();
  const hasMore = post !== undefined || search !== undefined || status !== undefined;
  const isDone = status === 'pending' && post === undefined && search === undefined;
  const filtered = isDone ? comments.allDone : comments.noneFits;
  return (
    <Empty
      action={
        hasMore && (
          <Button variant="default" component={Link} to="/comments">
            {comments.showAll}
          </Button>
        )
      }
    >
      {hasMore ? filtered : comments.none}
    </Empty>
  );
}
