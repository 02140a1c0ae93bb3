import { refuse } from '../../routers/errors.ts';

/** Bytes that the unfinished bodies of one client may take. */
export const UNFINISHED_PER_CLIENT = 8 * 1024 * 1024;

/** What bodies take in memory until they have arrived whole, by client address. */
export interface BodyBudget {
  /**
   * Takes bytes of a client's budget, which the caller gives back.
   *
   * @throws SERVICE_UNAVAILABLE when too few are left
   */
  take(address: string, bytes: number): void;
  giveBack(address: string, bytes: number): void;
}

/** @param most bytes for each client */
export function createBodyBudget(most = UNFINISHED_PER_CLIENT): BodyBudget {
  const taken = new Map<string, number>();

  return {
    take(address, bytes) {
      const sum = (taken.get(address) ?? 0) + bytes;
      if (sum > most) {
        throw refuse(
          'SERVICE_UNAVAILABLE',
          'Too much is being sent from your address at once; try again in a moment.',
          {
            retryAfter: 1,
          },
        );
      }
      taken.set(address, sum);
    },
    giveBack(address, bytes) {
      const left = (taken.get(address) ?? 0) - bytes;
      if (left <= 0) taken.delete(address);
      else taken.set(address, left);
    },
  };
}
