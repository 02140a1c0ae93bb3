import { notifyFailure } from '../ui/notify.ts';
import { changeCached, cachedCommentsById, refreshOthers } from './cache.ts';
import { calls } from './calls.ts';
import { enqueue } from './call-queue.ts';
import { withdrawMessage, announce, type Done } from './undo.ts';

const deeds = { pinned: ['unpinned', 'pinned'], featured: ['unfeatured', 'featured'] } as const;

/** Toggles pinned or featured optimistically; a failure reverts it. */
export async function mark(id: string, flag: 'pinned' | 'featured'): Promise<void> {
  const before = cachedCommentsById().get(id)?.[flag] ?? 0;
  const after = before === 0 ? 1 : 0;
  const done: Done = { deed: deeds[flag][after], count: 1 };
  changeCached(new Map([[id, { [flag]: after }]]));
  announce(done);
  try {
    await enqueue(() => calls.moderate.mutate({ id, [flag]: after }));
    refreshOthers();
  } catch (error) {
    changeCached(new Map([[id, { [flag]: before }]]));
    withdrawMessage(done);
    notifyFailure(error);
  }
}
