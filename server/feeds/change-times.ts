import type { Clock } from '../../routers/clock.ts';

const SECOND = 1000;

/**
 * Tells since when an answer is what it is, as far as this process has seen, in milliseconds since 1970.
 *
 * The newest time in the posts would not do: it goes back when a post is deleted, and says nothing of the settings.
 * Each change gets a later second than the one before it, even when both fall into the same one.
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
