import type { BlogInputs } from '../../api/types.ts';
import { notifyFailure } from '../ui/notify.ts';
import { refreshOthers } from './cache.ts';
import { calls } from './calls.ts';
import { enqueue } from './call-queue.ts';

/** The maximum number of ids in a call. */
const MAX_IDS = 200;

type Action = BlogInputs['comments']['bulk']['action'];

/**
 * Applies an action to any number of comments in several calls. Stops at the first error and notifies about it.
 *
 * @returns the ids that were not processed
 */
export async function sendBulk(action: Action, ids: readonly string[]): Promise<string[]> {
  const remaining = chunks(ids);
  try {
    await enqueue(async () => {
      for (let chunk = remaining[0]; chunk; chunk = remaining[0]) {
        await calls.bulk.mutate({ action, ids: chunk });
        remaining.shift();
      }
    });
  } catch (error) {
    notifyFailure(error);
  }
  refreshOthers();
  return remaining.flat();
}

/** Splits ids into chunks for single calls. */
export function chunks(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) =>
    ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
  );
}
