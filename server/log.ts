import { pino, type Logger } from 'pino';

import { logOutput } from './log-output.ts';

/**
 * The log, as lines of JSON on standard output. A write of its own for each line took about a sixth of a cold read; what
 * is not written yet when the process ends by itself is written then.
 *
 * @param level the least that is written, such as `info`
 */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined }, logOutput());
}
