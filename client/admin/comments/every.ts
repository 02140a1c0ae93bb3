import { formatMessage } from '../translations/format-message.ts';
import { currentTranslations } from '../translations/translations.ts';
import { deleteSoon } from '../deletions/deletions.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { everyMatch, type Next } from '../api/every-match.ts';
import { calls } from './calls.ts';
import { enqueue } from './call-queue.ts';
import type { Decision } from './decision.ts';
import { reloadQueue } from './reload-queue.ts';
import { toFilter, type CommentsSearch } from './search.ts';

const actions = { approved: 'approve', pending: 'hold', spam: 'spam' } as const;
const deeds = { approved: 'approved', pending: 'held', spam: 'spam' } as const;

/** The number of comments that match a filter, after all decisions. */
export async function countEvery(search: CommentsSearch): Promise<number | null> {
  try {
    const { total } = await enqueue(() => calls.all.query({ ...toFilter(search), pageSize: 1 }));
    return total;
  } catch (error) {
    notifyFailure(error);
    return null;
  }
}

/**
 * Decides on all comments that match a filter, 200 in a call, and stops at an error.
 *
 * @param expected their number; with another one nothing happens
 */
export async function decideOnEvery(search: CommentsSearch, expected: number, decision: Decision): Promise<void> {
  const filter = toFilter(search);
  let changed = 0;
  try {
    const send = (next: Next) => enqueue(() => calls.bulk.mutate({ action: actions[decision], filter, ...next }));
    for await (const answer of everyMatch({ expected }, send)) changed += answer.changed;
  } catch (error) {
    notifyFailure(error);
  }
  if (changed > 0) {
    notifyDone(formatMessage(currentTranslations().comments.done[deeds[decision]], { count: changed }));
  }
  reloadQueue();
}

/** Deletes them with their replies, with time for undo. Until then they are shown. */
export function removeEvery(search: CommentsSearch, expected: number): void {
  deleteSoon(
    {
      kind: 'comments',
      keys: [],
      what: formatMessage(currentTranslations().dashboard.commentCount, { count: expected }),
      calls: [{ path: 'comments.bulk', input: { action: 'delete', filter: toFilter(search), expected } }],
    },
    { deleted: reloadQueue, failed: reloadQueue },
  );
}
