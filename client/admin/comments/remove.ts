import { session } from '../session/session.ts';
import { chunks, sendBulk } from './bulk.ts';
import { adjustPendingCount, known, refreshOthers } from './cache.ts';
import { decisionOn } from './decision.ts';
import { hide, unhide } from './hidden.ts';
import { areRepliesRead, withReplies } from './replies.ts';
import { announce } from './undo.ts';
import { basePath } from '../api/place.ts';

/**
 * Deletes comments with their replies. They are hidden immediately, and deleted when undo expires or the page is
 * closed.
 */
export function remove(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const all = withReplies(ids);
  const comments = known();
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
  announce({
    deed: 'deleted',
    count: ids.length,
    replies,
    undo: restore,
    settle: (leaving) => settle(ids, all, leaving, restore),
  });
}

function settle(ids: readonly string[], all: readonly string[], leaving: boolean, restore: () => void): void {
  if (leaving) return sendKeepalive(ids);
  void sendBulk('delete', ids).then((failed) => {
    if (failed.length > 0) restore();
    const left = new Set(withReplies(failed));
    hide(
      all.filter((id) => !left.has(id)),
      'deleted',
    );
  });
}

/** A page that is being closed needs requests with keepalive. */
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
