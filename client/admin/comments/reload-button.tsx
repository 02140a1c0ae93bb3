import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { RefreshCw } from 'lucide-react';

import { newComments } from '../live/new-comments.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { reloadQueue } from './reload-queue.ts';

/** Reloads the queue. It says how many comments are new, where it moves nothing that is about to be clicked. */
export function ReloadButton() {
  const { comments, common } = useTranslations();
  const count = newComments.use();
  const news = count > 0 ? formatMessage(comments.newOnes, { count }) : '';
  const name = news || common.reload;
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <ActionIcon
        className="comments-reload"
        variant={news ? 'light' : 'default'}
        size="lg"
        aria-label={name}
        title={name}
        onClick={reloadQueue}
      >
        <RefreshCw size={18} aria-hidden />
        {news && (
          <>
            <span className="comments-news">{news}</span>
            <span className="comments-news-count">{count}</span>
          </>
        )}
      </ActionIcon>
    </>
  );
}
