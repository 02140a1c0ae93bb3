import type { TitledComment } from '../../types.ts';
import { sendBulk } from './bulk.ts';
import { change, countHeld, known } from './cache.ts';
import { drop, say, type Done } from './undo.ts';

type Status = TitledComment['status'];

const actions = { approved: 'approve', pending: 'hold' } as const;
const deeds = { approved: 'approved', pending: 'held' } as const;

/** Approves or holds comments, at once as it looks; can be undone. Those that are so already are left alone. */
export function decide(ids: readonly string[], status: Status): void {
  const before = standing(ids).filter((comment) => comment.status !== status);
  if (before.length === 0) return;
  const opposite = status === 'approved' ? 'pending' : 'approved';
  const done: Done = {
    deed: deeds[status],
    count: before.length,
    undo: () =>
      void turn(
        before.map(({ id }) => id),
        opposite,
      ),
  };
  say(done);
  void turn(
    before.map(({ id }) => id),
    status,
  ).then((failed) => failed && drop(done));
}

/** Shows the new status, and the old one again where the service refuses it. Tells whether it did. */
async function turn(ids: string[], status: Status): Promise<boolean> {
  const before = new Map(standing(ids).map((comment) => [comment.id, comment]));
  const heldBecause = status === 'pending' ? ('administrator' as const) : null;
  const sign = status === 'pending' ? 1 : -1;
  change(new Map(ids.map((id) => [id, { status, heldBecause }])));
  countHeld(sign * ids.length);
  const refused = await sendBulk(actions[status], ids);
  if (refused.length === 0) return false;
  change(new Map(refused.map((id) => [id, former(before.get(id))])));
  countHeld(-sign * refused.length);
  return true;
}

function standing(ids: readonly string[]): TitledComment[] {
  const all = known();
  return ids.flatMap((id) => all.get(id) ?? []);
}

function former(comment: TitledComment | undefined): Partial<TitledComment> {
  return comment ? { status: comment.status, heldBecause: comment.heldBecause } : {};
}
