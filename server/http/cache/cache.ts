import { LRUCache } from 'lru-cache';

import type { Clock } from '../../../routers/base/clock.ts';
import { EVERYTHING } from '../../storage/changes.ts';
import type { CacheableRead } from '../cacheable-read.ts';
import type { CachedResponse } from './cached-response.ts';

/** Bytes that responses may take. Those to free input, such as searches, have a budget of a tenth of that. */
const BUDGET = 48 * 1024 * 1024;

/** Keeps responses as bytes until a tag that they depend on is invalidated. */
export interface ReadCache {
  get(read: CacheableRead): CachedResponse | undefined;
  /**
   * Renders a response, once for all concurrent callers, and keeps it unless a tag that it depends on was invalidated in
   * the meantime.
   *
   * @param render gets a function that adds tags
   */
  fill(read: CacheableRead, render: (dependsOn: AddTags) => Promise<Rendered>): Promise<CachedResponse>;
  /** Removes every response that depends on one of these tags. */
  invalidate(tags: readonly string[]): void;
  /** The approximate size in bytes and the number of responses. */
  size(): { bytes: number; answers: number };
}

type AddTags = (tags: readonly string[]) => void;

/** A response with its times of expiry. */
interface Rendered {
  response: CachedResponse;
  /** On the monotonic clock. */
  freshUntil: number;
  /** When the next scheduled post appears, by the wall clock. */
  validUntil: number;
}

interface Entry extends Rendered {
  tags: ReadonlySet<string>;
}

interface Filling {
  tags: ReadonlySet<string>;
  isStale: boolean;
  response: Promise<CachedResponse>;
}

/** @param budget in bytes; 0 keeps nothing */
export function createReadCache(clock: Clock, budget = BUDGET): ReadCache {
  const keysByTag = new Map<string, Set<string>>();
  const responses = createStore(budget);
  const freeInputs = createStore(Math.floor(budget / 10));
  const fillings = new Map<string, Filling>();

  function createStore(maxSize: number): LRUCache<string, Entry> | null {
    if (maxSize === 0) return null;
    return new LRUCache({
      maxSize,
      maxEntrySize: Math.floor(maxSize / 4),
      sizeCalculation: ({ response }) => response.size,
      dispose: ({ tags }, key) => tags.forEach((tag) => untag(tag, key)),
    });
  }

  function untag(tag: string, key: string): void {
    const keys = keysByTag.get(tag);
    if (keys?.delete(key) && keys.size === 0) keysByTag.delete(tag);
  }

  function store({ key, hasFreeInput }: CacheableRead, tags: Entry['tags'], rendered: Rendered): void {
    const cache = hasFreeInput ? freeInputs : responses;
    // A response that is too large for the budget is not kept.
    if (!cache?.set(key, { ...rendered, tags }).has(key)) return;
    for (const tag of tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key));
  }

  /** Reads a clock only when it matters: most responses do not expire. */
  function isFresh({ freshUntil, validUntil }: Rendered): boolean {
    return (
      (freshUntil === Infinity || clock.monotonic() < freshUntil) &&
      (validUntil === Infinity || clock.now() < validUntil)
    );
  }

  function evict(key: string): void {
    responses?.delete(key);
    freeInputs?.delete(key);
  }

  function clear(): void {
    responses?.clear();
    freeInputs?.clear();
    fillings.forEach(abandon);
  }

  /** Callers that wait still receive it, since they asked before the change was acknowledged. No further caller does. */
  function abandon(filling: Filling, key: string): void {
    filling.isStale = true;
    fillings.delete(key);
  }

  return {
    get({ key, hasFreeInput }) {
      const entry = (hasFreeInput ? freeInputs : responses)?.get(key);
      if (entry === undefined) return undefined;
      if (isFresh(entry)) return entry.response;
      evict(key);
      return undefined;
    },
    fill(read, render) {
      const { key } = read;
      const waiting = fillings.get(key);
      if (waiting) return waiting.response;
      const tags = new Set(read.tags);
      const filling: Filling = { tags, isStale: false, response: run() };
      fillings.set(key, filling);
      return filling.response;

      async function run(): Promise<CachedResponse> {
        try {
          const rendered = await render((more) => more.forEach((tag) => tags.add(tag)));
          if (!filling.isStale) store(read, tags, rendered);
          return rendered.response;
        } finally {
          if (fillings.get(key) === filling) fillings.delete(key);
        }
      }
    },
    invalidate(tags) {
      if (tags.includes(EVERYTHING)) return clear();
      for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) evict(key);
      for (const [key, filling] of fillings) {
        if (tags.some((tag) => filling.tags.has(tag))) abandon(filling, key);
      }
    },
    size: () => ({
      bytes: (responses?.calculatedSize ?? 0) + (freeInputs?.calculatedSize ?? 0),
      answers: (responses?.size ?? 0) + (freeInputs?.size ?? 0),
    }),
  };
}
