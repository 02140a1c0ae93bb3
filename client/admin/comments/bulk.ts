import type { BlogInputs } from '../../types.ts';
import { notifyFailure } from '../ui/notify.ts';
import { refreshOthers } from './cache.ts';
import { calls } from './calls.ts';
import { inTurn } from './in-turn.ts';

/** How many ids the service takes at once. */
const MOST = 200;

type Action = BlogInputs['comments']['bulk']['action'];

/**
 * Does something to any number of comments, in as many calls as that takes. A refusal is said, and ends it.
 *
 * @returns those of the ids that it was not done to
 */
export async function sendBulk(action: Action, ids: readonly string[]): Promise<string[]> {
  const parts = inParts(ids);
  try {
    await inTurn(async () => {
      for (let part = parts[0]; part; part = parts[0]) {
        await calls.bulk.mutate({ action, ids: part });
        parts.shift();
      }
    });
  } catch (error) {
    notifyFailure(error);
  }
  refreshOthers();
  return parts.flat();
}

/** Splits ids as the service takes them. */
export function inParts(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MOST) }, (_, at) => ids.slice(at * MOST, (at + 1) * MOST));
}
