import { formatMessage } from '../translations/format-message.ts';
import { currentTranslations } from '../translations/translations.ts';
import { deleteBy, type DeletionCall } from '../deletions/calls.ts';
import { deleteSoon, showDeletion, undoDeletion } from '../deletions/deletions.ts';
import { basePath } from '../place.ts';
import { session } from '../session/session.ts';
import { chunks } from './bulk.ts';
import { adjustPendingCount, cachedCommentsById, refreshOthers } from './cache.ts';
import { enqueue } from './call-queue.ts';
import { decisionOn } from './decision.ts';
import { hide, unhide } from './hidden.ts';
import { areRepliesRead, withReplies } from './replies.ts';
import { announce } from './undo.ts';

/**
 * Deletes comments with their replies. They are hidden immediately, and deleted when undo expires or the page is
 * closed.
 */
export function remove(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const all = withReplies(ids);
  const comments = cachedCommentsById();
  const held = all.flatMap((id) => comments.get(id) ?? []).filter((one) => decisionOn(one) === 'pending').length;
  const replies = areRepliesRead(ids) ? all.length - ids.length : 'unknown';
  const restore = () => {
    unhide(all);
    adjustPendingCount(held);
    // The count may have been reloaded while the comments were hidden.
    refreshOthers();
  };
  hide(all, 'pending');
  adjustPendingCount(-held);
  const calls = chunks(ids).map((part): DeletionCall => ({
    path: 'comments.bulk',
    input: { action: 'delete', ids: part },
  }));
  const deletion = deleteSoon(
    {
      kind: 'comments',
      keys: all,
      what: formatMessage(currentTranslations().dashboard.commentCount, { count: ids.length }),
      calls,
    },
    {
      isShownElsewhere: true,
      send: () =>
        enqueue(async () => {
          for (const call of calls) await deleteBy(call);
        }),
      undone: restore,
      failed: restore,
      deleted: () => hide(all, 'deleted'),
    },
  );
  announce({
    deed: 'deleted',
    count: ids.length,
    replies,
    undo: () => void undoDeletion(deletion),
    settle(leaving) {
      if (leaving === 'page') sendKeepalive(ids);
      else showDeletion(deletion);
    },
  });
}

/** A page that is being closed needs requests with keepalive. If they fail, the next visit sends them. */
function sendKeepalive(ids: readonly string[]): void {
  for (const part of chunks(ids)) {
    void fetch(`${basePath}/api/comments/bulk`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token() ?? ''}` },
      body: JSON.stringify({ action: 'delete', ids: part }),
    }).catch(() => undefined);
  }
}
