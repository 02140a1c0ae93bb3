import type { ServerResponse } from 'node:http';

import { appError, type AppError } from '../../routers/base/errors.ts';
import { LONGEST_WAIT } from '../storage/database/queue-timeout.ts';

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
 * The longest wait that may be expected of a write, in milliseconds, until one has waited for too long. While hundreds of
 * clients connect, a turn takes up to ten times as long as afterwards: of 1,000 comments at once, the last are expected to
 * wait for thirty seconds, and are written after three.
 */
const LONGEST_EXPECTED = 5 * LONGEST_WAIT;
/** From then on, those that are expected to wait for too long are refused, until the expectation is below this again. */
const RELIEVED = LONGEST_WAIT / 2;

/**
 * @param pace the average time of a write in milliseconds; 0 if it is unknown
 * @param now the time in milliseconds, of a clock that nobody sets
 */
export function createWriteLoad(pace: () => number, now = () => performance.now()): WriteLoad {
  let inProgress = 0;
  let longest = LONGEST_EXPECTED;

  return {
    enter(res) {
      const wait = inProgress * pace();
      if (wait < RELIEVED) longest = LONGEST_EXPECTED;
      if (wait > longest) return tooMany(Math.ceil((wait - LONGEST_WAIT / 2) / 1000));
      inProgress += 1;
      const since = now();
      res.once('close', () => {
        inProgress -= 1;
        if (now() - since > LONGEST_WAIT) longest = LONGEST_WAIT;
      });
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
