import type { TitledComment } from '../../types.ts';
import { sendBulk } from './bulk.ts';
import { change, countHeld, known } from './cache.ts';
import { drop, say, type Done } from './undo.ts';

type Status = TitledComment['status'];
type Action = 'approve' | 'hold' | 'unapprove';
type Standing = Partial<Pick<TitledComment, 'status' | 'heldBecause'>>;

/** Per status: what is asked for, how it is said, and what takes it back. */
const decisions = {
  approved: { action: 'approve', deed: 'approved', back: 'unapprove' },
  pending: { action: 'hold', deed: 'held', back: 'approve' },
} as const;

/** Approves or holds comments, at once as it looks; can be undone. Those that are so already are left alone. */
export function decide(ids: readonly string[], status: Status): void {
  const changing = standing(ids).filter((comment) => comment.status !== status);
  if (changing.length === 0) return;
  const { action, deed, back } = decisions[status];
  const done: Done = { deed, count: changing.length, undo: () => void turn(changing, back) };
  say(done);
  void turn(changing, action, done);
}

/** Shows what it comes to; where the service refuses it, shows what was, and takes back what was said. */
async function turn(decided: readonly TitledComment[], action: Action, done?: Done): Promise<void> {
  const ids = decided.map(({ id }) => id);
  const sign = action === 'approve' ? -1 : 1;
  const before = known();
  change(new Map(decided.map((one) => [one.id, after(action, before.get(one.id), one)])));
  countHeld(sign * ids.length);
  const refused = await sendBulk(action, ids);
  if (refused.length === 0) return;
  change(new Map(refused.map((id) => [id, former(before.get(id))])));
  countHeld(-sign * refused.length);
  if (done) drop(done);
}

/**
 * How a comment stands after an action. Why it waited stays with it while it is approved, as the service keeps it.
 *
 * @param now as the app has it; read anew since it was approved, it tells no reason
 * @param decided as it was when it was decided
 */
function after(action: Action, now: TitledComment | undefined, decided: TitledComment): Standing {
  if (action === 'approve') return { status: 'approved' };
  const reason = action === 'hold' ? null : (now?.heldBecause ?? decided.heldBecause);
  return { status: 'pending', heldBecause: reason ?? 'administrator' };
}

function standing(ids: readonly string[]): TitledComment[] {
  const all = known();
  return ids.flatMap((id) => all.get(id) ?? []);
}

function former(comment: TitledComment | undefined): Standing {
  return comment ? { status: comment.status, heldBecause: comment.heldBecause } : {};
}
