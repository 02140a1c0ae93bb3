import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

import { readTarget } from '../http/target.ts';
import type { Finder, Reading } from './reading.ts';

/** So many addresses are remembered, and none longer than so many characters. */
const MOST = 5_000;
const LONGEST = 500;

/**
 * Finds the reading that a request asks for, remembering what each address led to.
 *
 * @returns null for everything else, what is wrong with the address included: whoever answers it refuses it
 */
export function readingFinder(finders: readonly Finder[]): (req: IncomingMessage) => Reading | null {
  const known = new LRUCache<string, Reading>({ max: MOST });

  function look(req: IncomingMessage): Reading | null {
    const { path, query } = readTarget(req);
    for (const find of finders) {
      const reading = find(path, query);
      if (reading) return reading;
    }
    return null;
  }

  return (req) => {
    const { method, url = '' } = req;
    if (method !== 'GET' && method !== 'HEAD') return null;
    const before = known.get(url);
    if (before) return before;
    const reading = looked(() => look(req));
    if (reading && url.length <= LONGEST) known.set(url, reading);
    return reading;
  };
}

function looked(look: () => Reading | null): Reading | null {
  try {
    return look();
  } catch {
    return null;
  }
}
