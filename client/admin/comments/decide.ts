import type { TitledComment } from '../../api/types.ts';
import { sendBulk } from './bulk.ts';
import { changeCached, adjustPendingCount, cachedCommentsById } from './cache.ts';
import { decisionOn, type Decision } from './decision.ts';
import { withdrawMessage, announce, type Done } from './undo.ts';

type Action = 'approve' | 'hold' | 'spam' | 'unapprove';
type ModerationState = Partial<Pick<TitledComment, 'status' | 'heldBecause'>>;

const decisions = {
  approved: { action: 'approve', deed: 'approved' },
  pending: { action: 'hold', deed: 'held' },
  spam: { action: 'spam', deed: 'spam' },
} as const;

/** Decides on comments, optimistically and with undo. Comments on which the same was decided before are ignored. */
export function decide(ids: readonly string[], decision: Decision): void {
  const changing = cachedComments(ids).filter((comment) => decisionOn(comment) !== decision);
  if (changing.length === 0) return;
  const { action, deed } = decisions[decision];
  const undo = () => {
    for (const back of Object.keys(undoing) as Decision[]) {
      const former = changing.filter((comment) => decisionOn(comment) === back);
      if (former.length > 0)
        void apply(former, action === 'approve' && back === 'pending' ? 'unapprove' : undoing[back]);
    }
  };
  const done: Done = { deed, count: changing.length, undo };
  announce(done);
  void apply(changing, action, done);
}

/** The action that restores each previous decision. */
const undoing = { approved: 'approve', pending: 'hold', spam: 'spam' } as const;

/** Applies the action optimistically; a failure restores the previous state and removes the message. */
async function apply(decided: readonly TitledComment[], action: Action, done?: Done): Promise<void> {
  const ids = decided.map(({ id }) => id);
  const before = cachedCommentsById();
  const waitingBefore = countWaiting(ids);
  changeCached(new Map(decided.map((one) => [one.id, stateAfter(action, before.get(one.id), one)])));
  adjustPendingCount(countWaiting(ids) - waitingBefore);
  const failed = await sendBulk(action, ids);
  if (failed.length === 0) return;
  const waitingAfter = countWaiting(failed);
  changeCached(new Map(failed.map((id) => [id, former(before.get(id))])));
  adjustPendingCount(countWaiting(failed) - waitingAfter);
  if (done) withdrawMessage(done);
}

function countWaiting(ids: readonly string[]): number {
  return cachedComments(ids).filter((comment) => decisionOn(comment) === 'pending').length;
}

/**
 * The state of a comment after an action. An approved comment keeps its reason, as in the service.
 *
 * @param now the cached comment, which has no reason if it was reloaded after its approval
 * @param decided the comment at the time of the decision
 */
function stateAfter(action: Action, now: TitledComment | undefined, decided: TitledComment): ModerationState {
  if (action === 'approve') return { status: 'approved' };
  if (action === 'spam') return { status: 'pending', heldBecause: 'spam' };
  const reason = action === 'hold' ? null : (now?.heldBecause ?? decided.heldBecause);
  return { status: 'pending', heldBecause: reason ?? 'administrator' };
}

function cachedComments(ids: readonly string[]): TitledComment[] {
  const all = cachedCommentsById();
  return ids.flatMap((id) => all.get(id) ?? []);
}

function former(comment: TitledComment | undefined): ModerationState {
  return comment ? { status: comment.status, heldBecause: comment.heldBecause } : {};
}
