import type { Clock } from '../../../routers/base/clock.ts';
import { EVERYTHING, type Changes } from '../../storage/changes.ts';

const SECOND = 1000;
/** The tags on which feeds depend. */
const CHANGING = new Set(['posts', 'settings', EVERYTHING]);

/** What was seen of a response. */
interface Seen {
  tag: string;
  at: number;
  /** The number of changes of what it depends on, and of generated excerpts made again, that were known then. */
  changes: number;
  remakes: number;
}

/**
 * Returns the time of the last change of a response that this process has observed, in milliseconds since 1970.
 *
 * The newest time of the posts is not sufficient: it goes back when a post is deleted, and ignores the settings. Each
 * change gets a later second than the previous one, even within the same second. Generated excerpts that are made again
 * are no change.
 */
export function changeTimes(clock: Clock, { listen }: Pick<Changes, 'listen'>): (path: string, tag: string) => number {
  const seen = new Map<string, Seen>();
  let changes = 0;
  let remakes = 0;
  listen((tags) => {
    if (tags.includes('excerpts')) remakes += 1;
    else if (tags.some((tag) => CHANGING.has(tag))) changes += 1;
  });

  return (path, tag) => {
    const before = seen.get(path);
    const now = Math.floor(clock.now() / SECOND) * SECOND;
    const at = before ? timeAfter(before) : now;
    seen.set(path, { tag, at, changes, remakes });
    return at;

    function timeAfter({ tag: known, at: time, ...counts }: Seen): number {
      const isRemade = counts.remakes !== remakes && counts.changes === changes;
      return known === tag || isRemade ? time : Math.max(now, time + SECOND);
    }
  };
}
