import { retryLink, type TRPCLink } from '@trpc/client';

import type { AppRouter } from '../routers/index.ts';
import { asBlogError } from './errors.ts';

/** How reads are retried when the service is busy (503) or a rate limit is exceeded (429). */
export interface RetryOptions {
  /** The maximum number of attempts, the first one included; default 3. */
  attempts?: number | undefined;
  /** The longest wait before a retry, in seconds; default 20. With a longer Retry-After the call fails at once. */
  maxWait?: number | undefined;
}

/** Retries reads after the seconds that Retry-After names, else after 1, 2, 4 … seconds. Writes are never retried. */
export function retryReads({ attempts: maxAttempts = 3, maxWait = 20 }: RetryOptions): TRPCLink<AppRouter> {
  let wait = 0;
  return retryLink({
    retry({ op, error, attempts }) {
      const { status, retryAfter } = asBlogError(error);
      wait = retryAfter ?? 2 ** (attempts - 1);
      const isBusy = status === 429 || status === 503;
      return op.type === 'query' && isBusy && attempts < maxAttempts && wait <= maxWait;
    },
    // Called immediately after `retry` for the same failure.
    retryDelayMs: () => wait * 1000,
  });
}
