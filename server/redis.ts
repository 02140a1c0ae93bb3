import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';

import type { Clock } from '../routers/clock.ts';
import type { CounterStore } from '../routers/limits/counters.ts';
import { WINDOW } from '../routers/limits/table.ts';

/** Milliseconds that a command may take; readers wait for it. */
const COMMAND_TIMEOUT = 200;
/** After a failure nothing is asked for so many milliseconds: a dead Redis costs one time-out and not each. */
const PAUSE = 2000;

/** Counters that several processes share. */
export interface RedisCounters extends CounterStore {
  /** Whether Redis answers. */
  isThere(): Promise<boolean>;
  close(): void;
}

/**
 * Counters on Redis. It fails fast: whoever asks lets requests pass while Redis is away.
 *
 * @param url such as redis://localhost:6379
 */
export function redisCounters(url: string, clock: Clock): RedisCounters {
  const client = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT,
    connectTimeout: 1000,
    // A connection whose other end is gone without a word would else be asked for as long as TCP has patience.
    socketTimeout: 1000,
    retryStrategy: (attempt) => Math.min(attempt * 100, PAUSE),
  });
  // Without a listener ioredis prints every failed attempt to connect; the commands report the same.
  client.on('error', () => undefined);
  const windows = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: 'octavo',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW / 1000,
  });
  let pausedUntil = -Infinity;

  async function ask<T>(command: () => Promise<T>): Promise<T> {
    if (clock.monotonic() < pausedUntil) throw new Error('Redis is away');
    try {
      return await command();
    } catch (error) {
      pausedUntil = clock.monotonic() + PAUSE;
      throw error;
    }
  }

  return {
    async raise(limit, who) {
      const window = `${limit} ${who}`;
      let counted = await ask(() => windows.penalty(window));
      // The clock of Redis was set back: the window would not end for as long.
      if (counted.msBeforeNext > WINDOW) {
        await ask(() => windows.delete(window));
        counted = await ask(() => windows.penalty(window));
      }
      return { count: counted.consumedPoints, endsAt: clock.monotonic() + counted.msBeforeNext };
    },
    async lower(limit, who) {
      await ask(() => windows.reward(`${limit} ${who}`));
    },
    isThere: () =>
      ask(() => client.ping()).then(
        () => true,
        () => false,
      ),
    close: () => client.disconnect(),
  };
}
