import { pino, type Logger } from 'pino';

/** Lines are written together: so many bytes, or what there is after so many milliseconds. */
const ENOUGH = 4096;
const LATEST = 100;

/**
 * The log, as lines of JSON on standard output. A write of its own for each line took about a sixth of a cold read; what
 * is not written yet when the process ends by itself is written then.
 *
 * @param level the least that is written, such as `info`
 */
export function createLog(level: string): Logger {
  return pino(
    { level, base: undefined },
    pino.destination({ dest: 1, sync: false, minLength: ENOUGH, periodicFlush: LATEST }),
  );
}
