import { LRUCache } from 'lru-cache';

import type { Clock } from '../../routers/clock.ts';
import { EVERYTHING } from '../changes.ts';
import type { Reading } from './reading.ts';
import type { Ready } from './ready.ts';

/** Bytes that ready answers may take; those to questions in free text have a tenth as much of their own. */
const BUDGET = 48 * 1024 * 1024;

/** Answers as ready bytes, until what they depend on is touched. */
export interface ReadCache {
  /** The answer that is ready, if there is one. */
  get(reading: Reading): Ready | undefined;
  /**
   * Makes an answer, once for all who wait for it, and keeps it unless something that it depends on was touched
   * meanwhile.
   *
   * @param make gives the answer, and until when it is good
   */
  fill(reading: Reading, make: () => Promise<CachedResponse>): Promise<Ready>;
  /** Forgets every answer that depends on one of these. */
  drop(tags: readonly string[]): void;
  /**
   * From now on nothing new is kept, and what is kept ends at this time; null opens the cache again, empty.
   *
   * @param until on the monotonic clock
   */
  seal(until: number | null): void;
  /** Bytes taken and answers kept, about. */
  size(): { bytes: number; answers: number };
}

/** An answer as it was made. */
interface CachedResponse {
  ready: Ready;
  /** How long it is good at most, on the monotonic clock. */
  freshUntil: number;
  /** When the next scheduled post appears, by the wall clock. */
  validUntil: number;
}

interface Kept extends CachedResponse {
  tags: readonly string[];
}

interface Filling {
  tags: readonly string[];
  isStale: boolean;
  answer: Promise<Ready>;
}

/** @param budget in bytes; 0 keeps nothing */
export function createReadCache(clock: Clock, budget = BUDGET): ReadCache {
  const byTag = new Map<string, Set<string>>();
  const answers = keep(budget);
  const searches = keep(Math.floor(budget / 10));
  const fillings = new Map<string, Filling>();
  let sealedUntil: number | null = null;

  function keep(maxSize: number): LRUCache<string, Kept> | null {
    if (maxSize === 0) return null;
    return new LRUCache({
      maxSize,
      maxEntrySize: Math.floor(maxSize / 4),
      sizeCalculation: ({ ready }) => ready.size,
      dispose: ({ tags }, key) => tags.forEach((tag) => untie(tag, key)),
    });
  }

  function untie(tag: string, key: string): void {
    const keys = byTag.get(tag);
    if (keys?.delete(key) && keys.size === 0) byTag.delete(tag);
  }

  function store(reading: Reading, kept: Kept): void {
    const { key, isSearch, tags } = reading;
    const cache = isSearch ? searches : answers;
    // An answer that is too large for the budget is not kept at all.
    if (!cache?.set(key, kept).has(key)) return;
    for (const tag of tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(key));
  }

  /** Reads a clock only where it matters: most answers are good until something that they depend on is touched. */
  function isGood({ freshUntil, validUntil }: CachedResponse): boolean {
    const until = Math.min(freshUntil, sealedUntil ?? Infinity);
    return (until === Infinity || clock.monotonic() < until) && (validUntil === Infinity || clock.now() < validUntil);
  }

  function forget(key: string): void {
    answers?.delete(key);
    searches?.delete(key);
  }

  function clear(): void {
    answers?.clear();
    searches?.clear();
    fillings.forEach(abandon);
  }

  /** Who waits for it still gets it: they asked before the change was answered. Nobody joins any more. */
  function abandon(filling: Filling, key: string): void {
    filling.isStale = true;
    fillings.delete(key);
  }

  return {
    get({ key, isSearch }) {
      const kept = (isSearch ? searches : answers)?.get(key);
      if (kept === undefined) return undefined;
      if (isGood(kept)) return kept.ready;
      forget(key);
      return undefined;
    },
    fill(reading, make) {
      const { key, tags } = reading;
      const waiting = fillings.get(key);
      if (waiting) return waiting.answer;
      const filling: Filling = { tags, isStale: false, answer: run() };
      fillings.set(key, filling);
      return filling.answer;

      async function run(): Promise<Ready> {
        try {
          const made = await make();
          if (!filling.isStale && sealedUntil === null) store(reading, { ...made, tags });
          return made.ready;
        } finally {
          if (fillings.get(key) === filling) fillings.delete(key);
        }
      }
    },
    drop(tags) {
      if (tags.includes(EVERYTHING)) return clear();
      for (const tag of tags) for (const key of byTag.get(tag) ?? []) forget(key);
      for (const [key, filling] of fillings) {
        if (filling.tags.some((tag) => tags.includes(tag))) abandon(filling, key);
      }
    },
    seal(until) {
      sealedUntil = until;
      if (until === null) clear();
    },
    size: () => ({
      bytes: (answers?.calculatedSize ?? 0) + (searches?.calculatedSize ?? 0),
      answers: (answers?.size ?? 0) + (searches?.size ?? 0),
    }),
  };
}
