import { appError } from '../../routers/base/errors.ts';

/** Bytes that the unfinished bodies of one client may take. */
export const UNFINISHED_PER_CLIENT = 8 * 1024 * 1024;

/** The memory that unfinished bodies take, by client IP. */
export interface BodyBudget {
  /**
   * Takes bytes from a client's budget. The caller releases them.
   *
   * @throws SERVICE_UNAVAILABLE when too few are left
   */
  take(clientIp: string, bytes: number): void;
  release(clientIp: string, bytes: number): void;
}

/** @param max bytes for each client */
export function createBodyBudget(max = UNFINISHED_PER_CLIENT): BodyBudget {
  const taken = new Map<string, number>();

  return {
    take(clientIp, bytes) {
      const sum = (taken.get(clientIp) ?? 0) + bytes;
      if (sum > max) {
        throw appError(
          'SERVICE_UNAVAILABLE',
          'Too much is being sent from your IP address at once; try again in a moment.',
          {
            retryAfter: 1,
          },
        );
      }
      taken.set(clientIp, sum);
    },
    release(clientIp, bytes) {
      const left = (taken.get(clientIp) ?? 0) - bytes;
      if (left <= 0) taken.delete(clientIp);
      else taken.set(clientIp, left);
    },
  };
}
