import type { Clock } from '../../routers/clock.ts';

const SECOND = 1000;

/**
 * Returns the time of the last change of a response that this process has observed, in milliseconds since 1970.
 *
 * The newest time of the posts is not sufficient: it goes back when a post is deleted, and ignores the settings. Each
 * change gets a later second than the previous one, even within the same second.
 */
export function changeTimes(clock: Clock): (path: string, tag: string) => number {
  const seen = new Map<string, { tag: string; at: number }>();

  return (path, tag) => {
    const before = seen.get(path);
    if (before?.tag === tag) return before.at;
    const now = Math.floor(clock.now() / SECOND) * SECOND;
    const at = before ? Math.max(now, before.at + SECOND) : now;
    seen.set(path, { tag, at });
    return at;
  };
}
