import type { Translations } from '../translations/catalog.ts';
import { formatMessage } from '../translations/format-message.ts';
import { UNDO_TIMEOUT_MS } from '../deletions/pending.ts';
import type { Done } from './undo.ts';

/** The message about an action; a deletion includes the number of replies. */
export function describeDeed({ deed, count, replies = 0 }: Done, t: Translations): string {
  const { comments, common, dashboard } = t;
  const done =
    deed === 'deleted'
      ? formatMessage(common.deleting, {
          count: UNDO_TIMEOUT_MS / 1000,
          what: formatMessage(dashboard.commentCount, { count }),
        })
      : formatMessage(comments.done[deed], { count });
  if (replies === 0) return done;
  return replies === 'unknown'
    ? formatMessage(comments.withItsReplies, { count, done })
    : formatMessage(comments.withReplies, { count: replies, done });
}
