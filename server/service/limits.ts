import type { Services } from '../../routers/core/context.ts';
import { memoryCounters } from '../../routers/core/limits/counters.ts';
import { createEdgeLimiter, createLoginLimiter } from '../../routers/core/sign-in/login-limiter.ts';
import type { Config } from '../config/config.ts';

/** The counters of limits, and the limiter of sign-ins. */
export interface Limits extends Pick<Services, 'counters' | 'loginLimiter'> {
  store: 'redis' | 'memory';
  /** Whether the store of the counters responds. */
  isThere(): Promise<boolean>;
  close(): void;
}

export async function openLimits(
  { em, clock, log }: Pick<Services, 'em' | 'clock' | 'log'>,
  { loginLimiter, setupKey, redisUrl }: Pick<Config, 'loginLimiter' | 'setupKey' | 'redisUrl'>,
): Promise<Limits> {
  const createLimiter = loginLimiter === 'edge' ? createEdgeLimiter : createLoginLimiter;
  const limiter = await createLimiter({ em, clock, log, hasSetupKey: setupKey !== null });
  if (redisUrl === null) {
    const isThere = () => Promise.resolve(true);
    return { loginLimiter: limiter, counters: memoryCounters(clock), store: 'memory', isThere, close: () => undefined };
  }
  const { redisCounters } = await import('../storage/redis.ts');
  const redis = await redisCounters(redisUrl, clock, log);
  return { loginLimiter: limiter, counters: redis, store: 'redis', isThere: redis.isThere, close: redis.close };
}
