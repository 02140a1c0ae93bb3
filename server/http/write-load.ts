import type { ServerResponse } from 'node:http';

import { appError, type AppError } from '../../routers/errors.ts';
import { LONGEST_WAIT } from '../database/queue-timeout.ts';

/** Counts the writes in progress. */
export interface WriteLoad {
  /**
   * Counts a write until its response is sent.
   *
   * @returns the error of a write that could not begin in time; refusing it now leaves the time for those that can
   */
  enter(res: ServerResponse): AppError | null;
  /** The error of a write whose turn has come too late. */
  late(): AppError;
}

/**
 * The longest wait that is expected of a write, in milliseconds. It may be twice of what comes: the first turns take longer,
 * while many requests arrive.
 */
const LONGEST_EXPECTED = 2 * LONGEST_WAIT;

/** @param pace the average time of a write in milliseconds; 0 if it is unknown */
export function createWriteLoad(pace: () => number): WriteLoad {
  let inProgress = 0;

  return {
    enter(res) {
      const wait = inProgress * pace();
      if (wait > LONGEST_EXPECTED) return tooMany(Math.ceil((wait - LONGEST_WAIT / 2) / 1000));
      inProgress += 1;
      res.once('close', () => (inProgress -= 1));
      return null;
    },
    late: () => tooMany(LONGEST_WAIT / 2000),
  };
}

/** By their Retry-After: making an error takes longer than anything else that is done for such a request. */
const errors = new Map<number, AppError>();

/** @param retryAfter in seconds */
function tooMany(retryAfter: number): AppError {
  const known = errors.get(retryAfter) ?? newError(retryAfter);
  errors.set(retryAfter, known);
  return known;
}

function newError(retryAfter: number): AppError {
  const sentence = `Too many writes are waiting; try again in ${retryAfter} seconds.`;
  return appError('SERVICE_UNAVAILABLE', sentence, { retryAfter });
}
