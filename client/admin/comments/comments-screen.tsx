import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import { useEffect, useMemo } from 'react';

import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Screen } from '../ui/screen.tsx';
import { newComments } from '../live/new-comments.ts';
import { useTranslations } from '../translations/translations.ts';
import { Filters } from './filters.tsx';
import { KeysHelp } from './keys-help.tsx';
import { QueueDesk } from './queue-desk.tsx';
import { ReloadButton } from './reload-button.tsx';
import { settleAll } from './undo.ts';
import { UndoBar } from './undo-bar.tsx';
import { useQueue } from './use-queue.ts';
import './actions.css';
import './comments.css';

/** The moderation queue: pending comments first, then the newest. */
export function CommentsScreen() {
  const { frame, comments } = useTranslations();
  const search = useSearch({ from: '/comments' });
  const queue = useQueue(search);
  const [areKeysShown, keys] = useDisclosure();
  const titles = useMemo(() => new Map(queue.items.map((one) => [one.post_id, one.post_title])), [queue.items]);
  useEffect(() => () => settleAll('screen'), []);
  useEffect(() => newComments.set(0), []);
  return (
    <Screen
      title={frame.comments}
      actions={
        <>
          <ReloadButton />
          <ActionIcon variant="default" size="lg" aria-label={comments.keys} title={comments.keys} onClick={keys.open}>
            <Keyboard size={18} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <Filters search={search} titles={titles} />
      {queue.isPending && <Loading />}
      {queue.isError && !queue.isFetchNextPageError && (
        <Failure error={queue.error} retry={() => void queue.refetch()} />
      )}
      {queue.isSuccess || queue.isFetchNextPageError ? (
        <QueueDesk key={JSON.stringify(search)} queue={queue} search={search} showKeys={keys.open}>
          <UndoBar />
        </QueueDesk>
      ) : null}
      <KeysHelp opened={areKeysShown} onClose={keys.close} />
    </Screen>
  );
}
