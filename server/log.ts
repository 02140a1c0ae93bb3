import { pino, type Logger } from 'pino';

import { logOutput } from './log-output.ts';

/**
 * The log, as JSON lines on standard output. Lines are buffered, because a write for each took about a sixth of an
 * uncached read, and flushed when the process ends.
 *
 * @param level the minimum level, such as `info`
 */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined }, logOutput());
}
