import { notifyFailure } from '../ui/notify.ts';
import { change, known, refreshOthers } from './cache.ts';
import { calls } from './calls.ts';
import { inTurn } from './in-turn.ts';
import { drop, say, type Done } from './undo.ts';

const deeds = { pinned: ['unpinned', 'pinned'], featured: ['unfeatured', 'featured'] } as const;

/** Pins or features a comment, or ends that; at once as it looks, and back when the service refuses it. */
export async function mark(id: string, flag: 'pinned' | 'featured'): Promise<void> {
  const before = known().get(id)?.[flag] ?? 0;
  const after = before === 0 ? 1 : 0;
  const done: Done = { deed: deeds[flag][after], count: 1 };
  change(new Map([[id, { [flag]: after }]]));
  say(done);
  try {
    await inTurn(() => calls.moderate.mutate({ id, [flag]: after }));
    refreshOthers();
  } catch (error) {
    change(new Map([[id, { [flag]: before }]]));
    drop(done);
    notifyFailure(error);
  }
}
