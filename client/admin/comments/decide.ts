import type { TitledComment } from '../../types.ts';
import { sendBulk } from './bulk.ts';
import { change, adjustPendingCount, known } from './cache.ts';
import { withdrawMessage, announce, type Done } from './undo.ts';

type Status = TitledComment['status'];
type Action = 'approve' | 'hold' | 'unapprove';
type ModerationState = Partial<Pick<TitledComment, 'status' | 'heldBecause'>>;

/** By status: the action, its description, and the action that undoes it. */
const decisions = {
  approved: { action: 'approve', deed: 'approved', back: 'unapprove' },
  pending: { action: 'hold', deed: 'held', back: 'approve' },
} as const;

/** Approves or holds comments, optimistically and with undo. Comments that already have the status are ignored. */
export function decide(ids: readonly string[], status: Status): void {
  const changing = cachedComments(ids).filter((comment) => comment.status !== status);
  if (changing.length === 0) return;
  const { action, deed, back } = decisions[status];
  const done: Done = { deed, count: changing.length, undo: () => void apply(changing, back) };
  announce(done);
  void apply(changing, action, done);
}

/** Applies the action optimistically; a failure restores the previous state and removes the message. */
async function apply(decided: readonly TitledComment[], action: Action, done?: Done): Promise<void> {
  const ids = decided.map(({ id }) => id);
  const sign = action === 'approve' ? -1 : 1;
  const before = known();
  change(new Map(decided.map((one) => [one.id, stateAfter(action, before.get(one.id), one)])));
  adjustPendingCount(sign * ids.length);
  const failed = await sendBulk(action, ids);
  if (failed.length === 0) return;
  change(new Map(failed.map((id) => [id, former(before.get(id))])));
  adjustPendingCount(-sign * failed.length);
  if (done) withdrawMessage(done);
}

/**
 * The state of a comment stateAfter an action. An approved comment keeps its reason, as in the service.
 *
 * @param now the cached comment, which has no reason if it was reloaded stateAfter its approval
 * @param decided the comment at the time of the decision
 */
function stateAfter(action: Action, now: TitledComment | undefined, decided: TitledComment): ModerationState {
  if (action === 'approve') return { status: 'approved' };
  const reason = action === 'hold' ? null : (now?.heldBecause ?? decided.heldBecause);
  return { status: 'pending', heldBecause: reason ?? 'administrator' };
}

function cachedComments(ids: readonly string[]): TitledComment[] {
  const all = known();
  return ids.flatMap((id) => all.get(id) ?? []);
}

function former(comment: TitledComment | undefined): ModerationState {
  return comment ? { status: comment.status, heldBecause: comment.heldBecause } : {};
}
