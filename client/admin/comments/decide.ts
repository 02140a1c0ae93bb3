import type { TitledComment } from '../../types.ts';
import { sendBulk } from './bulk.ts';
import { change, countHeld, known } from './cache.ts';
import { drop, say, type Done } from './undo.ts';

type Status = TitledComment['status'];

const actions = { approved: 'approve', pending: 'hold' } as const;
const deeds = { approved: 'approved', pending: 'held' } as const;

/** Approves or holds comments, at once as it looks; can be undone. Those that are so already are left alone. */
export function decide(ids: readonly string[], status: Status): void {
  const changing = standing(ids).flatMap((comment) => (comment.status === status ? [] : comment.id));
  if (changing.length === 0) return;
  const opposite = status === 'approved' ? 'pending' : 'approved';
  const done: Done = { deed: deeds[status], count: changing.length, undo: () => void turn(changing, opposite) };
  say(done);
  void turn(changing, status, done);
}

/** Shows the new status; where the service refuses it, shows the old one again, and takes back what was said. */
async function turn(ids: readonly string[], status: Status, done?: Done): Promise<void> {
  const before = new Map(standing(ids).map((comment) => [comment.id, comment]));
  const heldBecause = status === 'pending' ? ('administrator' as const) : null;
  const sign = status === 'pending' ? 1 : -1;
  change(new Map(ids.map((id) => [id, { status, heldBecause }])));
  countHeld(sign * ids.length);
  const refused = await sendBulk(actions[status], ids);
  if (refused.length === 0) return;
  change(new Map(refused.map((id) => [id, former(before.get(id))])));
  countHeld(-sign * refused.length);
  if (done) drop(done);
}

function standing(ids: readonly string[]): TitledComment[] {
  const all = known();
  return ids.flatMap((id) => all.get(id) ?? []);
}

function former(comment: TitledComment | undefined): Partial<TitledComment> {
  return comment ? { status: comment.status, heldBecause: comment.heldBecause } : {};
}
