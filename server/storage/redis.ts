import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';

import type { Clock } from '../../routers/base/clock.ts';
import type { CounterStore } from '../../routers/core/limits/counters.ts';
import { WINDOW_MS } from '../../routers/base/limits.ts';
import { watchDependency } from './dependency.ts';
import { inBackground } from '../../routers/base/defects.ts';

/** The timeout of a command in milliseconds; readers wait for it. */
const COMMAND_TIMEOUT = 200;
/** The interval of checks in milliseconds; during an outage, no other commands are sent. */
const CHECK_EVERY = 2000;
/** How long the start waits for a connection, in milliseconds. */
const CONNECT_WITHIN = 1000;

/** Counters that several processes share. */
export interface RedisCounters extends CounterStore {
  /** Whether Redis responds. */
  isThere(): Promise<boolean>;
  close(): void;
}

/**
 * Counters on Redis. It fails fast: callers let requests pass during an outage. Redis is checked every two seconds, so
 * that an outage delays readers by one timeout, and the log reports its beginning and end even without readers.
 *
 * @param url such as redis://localhost:6379
 */
export async function redisCounters(url: string, clock: Clock, log: Logger): Promise<RedisCounters> {
  const dependency = watchDependency('Redis', log);
  /** The reason of the last connection error. */
  let cause: unknown;
  const client = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT,
    connectTimeout: CONNECT_WITHIN,
    // Detects a connection whose peer has silently disappeared before TCP does.
    socketTimeout: 1000,
    retryStrategy: (attempt) => Math.min(attempt * 100, CHECK_EVERY),
  });
  // Without a listener ioredis prints every failed connection attempt.
  client.on('error', (error) => (cause = error));
  client.on('ready', () => (cause = undefined));
  const windows = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: 'octavo',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_MS / 1000,
  });

  async function send<T>(command: () => Promise<T>): Promise<T> {
    if (dependency.isAway()) throw new Error('Redis is away');
    try {
      return await command();
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  function failed(error: unknown): void {
    // Without a connection, the error of commands does not contain the reason.
    const { message } = (cause ?? error) as Error;
    // Only the message: ioredis attaches the command, and AUTH contains the password.
    dependency.failed(new Error(message), `${adviceFor(message)}; until then no limit refuses anybody`);
  }

  /** Counts like a request: a full Redis or a replica still answers a ping. */
  async function check(): Promise<void> {
    await windows.penalty('look').then(dependency.worked, failed);
  }

  await Promise.race([once(client, 'ready'), setTimeout(CONNECT_WITHIN, undefined, { ref: false })]).catch(
    () => undefined,
  );
  await check();
  const checking = setInterval(() => inBackground(check()), CHECK_EVERY).unref();

  return {
    async increment(limit, key) {
      const window = `${limit} ${key}`;
      let counted = await send(() => windows.penalty(window));
      // The clock of Redis was set back, which would extend the window.
      if (counted.msBeforeNext > WINDOW_MS) {
        await send(() => windows.delete(window));
        counted = await send(() => windows.penalty(window));
      }
      return { count: counted.consumedPoints, endsAt: clock.monotonic() + counted.msBeforeNext };
    },
    async decrement(limit, key) {
      await send(() => windows.reward(`${limit} ${key}`));
    },
    isThere: async () => {
      await check();
      return !dependency.isAway();
    },
    close() {
      clearInterval(checking);
      client.disconnect();
    },
  };
}

/** Advice for the operator, as part of a sentence. */
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
