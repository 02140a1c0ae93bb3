import { session } from '../session/session.ts';
import { inParts, sendBulk } from './bulk.ts';
import { countHeld, known, refreshOthers } from './cache.ts';
import { hide, unhide } from './gone.ts';
import { areRepliesRead, withReplies } from './replies.ts';
import { say } from './undo.ts';

/**
 * Deletes comments with their replies. They are out of sight at once, and really deleted when that can no longer be
 * undone, or when the page is left.
 */
export function remove(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const all = withReplies(ids);
  const comments = known();
  const held = all.filter((id) => comments.get(id)?.status === 'pending').length;
  const replies = areRepliesRead(ids) ? all.length - ids.length : 'unknown';
  const back = () => {
    unhide(all);
    countHeld(held);
    // The count may have been read anew meanwhile, with those that were out of sight.
    refreshOthers();
  };
  hide(all, 'waits');
  countHeld(-held);
  say({
    deed: 'deleted',
    count: ids.length,
    replies,
    undo: back,
    settle: (leaving) => settle(ids, all, leaving, back),
  });
}

function settle(ids: readonly string[], all: readonly string[], leaving: boolean, back: () => void): void {
  if (leaving) return sendLeaving(ids);
  void sendBulk('delete', ids).then((refused) => {
    if (refused.length > 0) back();
    const left = new Set(withReplies(refused));
    hide(
      all.filter((id) => !left.has(id)),
      'deleted',
    );
  });
}

/** A page that goes away can only send what outlives it. */
function sendLeaving(ids: readonly string[]): void {
  for (const part of inParts(ids)) {
    void fetch('/api/comments/bulk', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token() ?? ''}` },
      body: JSON.stringify({ action: 'delete', ids: part }),
    }).catch(() => undefined);
  }
}
