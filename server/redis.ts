import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';

import type { Clock } from '../routers/clock.ts';
import type { CounterStore } from '../routers/limits/counters.ts';
import { WINDOW_MS } from '../routers/limits/table.ts';
import { watchDependency } from './dependency.ts';

/** Milliseconds that a command may take; readers wait for it. */
const COMMAND_TIMEOUT = 200;
/** Milliseconds between two looks at whether it counts; while it does not, nobody else asks. */
const LOOK_EVERY = 2000;
/** Milliseconds that the start waits for it. */
const CONNECT_WITHIN = 1000;

/** Counters that several processes share. */
export interface RedisCounters extends CounterStore {
  /** Whether Redis answers. */
  isThere(): Promise<boolean>;
  close(): void;
}

/**
 * Counters on Redis. It fails fast: callers let requests pass while Redis is away. It is looked at every two seconds, so
 * that an outage costs readers one time-out, and the log says when it begins and when it is over, without any reader.
 *
 * @param url such as redis://localhost:6379
 */
export async function redisCounters(url: string, clock: Clock, log: Logger): Promise<RedisCounters> {
  const dependency = watchDependency('Redis', log);
  /** Why there is no connection. */
  let cause: unknown;
  const client = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT,
    connectTimeout: CONNECT_WITHIN,
    // A connection whose other end is gone without a word would else be asked for as long as TCP has patience.
    socketTimeout: 1000,
    retryStrategy: (attempt) => Math.min(attempt * 100, LOOK_EVERY),
  });
  // Without a listener ioredis prints every failed attempt to connect.
  client.on('error', (error) => (cause = error));
  client.on('ready', () => (cause = undefined));
  const windows = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: 'octavo',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_MS / 1000,
  });

  async function ask<T>(command: () => Promise<T>): Promise<T> {
    if (dependency.isAway()) throw new Error('Redis is away');
    try {
      return await command();
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  function failed(error: unknown): void {
    // Without a connection, commands fail because there is none.
    const { message } = (cause ?? error) as Error;
    // Only its message: ioredis attaches the command to it, and the command that signs in holds the password.
    dependency.failed(new Error(message), `${adviceFor(message)}; until then limits let everybody pass`);
  }

  /** It counts, as requests do: a Redis that is full or a replica answers a ping as well. */
  async function look(): Promise<void> {
    await windows.penalty('look').then(dependency.worked, failed);
  }

  await Promise.race([once(client, 'ready'), setTimeout(CONNECT_WITHIN, undefined, { ref: false })]).catch(
    () => undefined,
  );
  await look();
  const looking = setInterval(() => void look(), LOOK_EVERY).unref();

  return {
    async increment(limit, key) {
      const window = `${limit} ${key}`;
      let counted = await ask(() => windows.penalty(window));
      // The clock of Redis was set back: the window would not end for as long.
      if (counted.msBeforeNext > WINDOW_MS) {
        await ask(() => windows.delete(window));
        counted = await ask(() => windows.penalty(window));
      }
      return { count: counted.consumedPoints, endsAt: clock.monotonic() + counted.msBeforeNext };
    },
    async decrement(limit, key) {
      await ask(() => windows.reward(`${limit} ${key}`));
    },
    isThere: async () => {
      await look();
      return !dependency.isAway();
    },
    close() {
      clearInterval(looking);
      client.disconnect();
    },
  };
}

/** What the operator can do, as part of a sentence. */
function adviceFor(message: string): string {
  const [, advice] = ADVICE.find(([words]) => words.test(message)) ?? [];
  return advice ?? 'start it, or correct REDIS_URL';
}

const ADVICE: [RegExp, string][] = [
  [
    /WRONGPASS|invalid password|NOAUTH/,
    'it refuses the password; correct the one in REDIS_URL (redis://:password@host:port)',
  ],
  [/NOPERM/, 'the user of REDIS_URL may not count; give it the commands of scripts and keys that begin with octavo'],
  [/^OOM/, 'its memory is full; raise maxmemory, or set maxmemory-policy to volatile-ttl'],
  [/^READONLY/, 'it is a replica; name the primary in REDIS_URL'],
  [/timed out|ETIMEDOUT/, 'it does not answer in time; look at its machine and at the network'],
];
