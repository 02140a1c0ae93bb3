import { watchClock } from '../../../routers/base/clock.ts';
import { EVERYTHING, type Changes } from '../../storage/changes.ts';
import { createReadCache, type ReadCache } from './cache.ts';
import type { Services } from '../../../routers/core/context.ts';
import type { Metrics } from '../metrics.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** Options of the read cache. */
export interface CacheOptions {
  services: Services;
  metrics: Metrics;
  changes: Changes;
  /** Bytes for cached responses; undefined for the default, 0 keeps nothing. */
  cacheBytes: number | undefined;
}

/**
 * Opens the read cache and connects it to the invalidations.
 *
 * @returns the cache, and a check that empties it after the wall clock was set; cheap enough for every request
 */
export function openCache({ services, metrics, changes, cacheBytes }: CacheOptions): {
  cache: ReadCache;
  checkClock: () => void;
} {
  const cache = createReadCache(services.clock, cacheBytes);
  changes.listen(cache.invalidate);
  metrics.watchCache(cache.size);
  const checkClock = watchClock(services.clock, (milliseconds) => {
    const seconds = Math.round(milliseconds / 1000);
    services.log.warn({ seconds }, 'the wall clock was set; the read cache is cleared');
    // A scheduled post may have appeared too early, or be about to appear too late.
    inBackground(changes.hear([EVERYTHING]));
  });
  return { cache, checkClock };
}
