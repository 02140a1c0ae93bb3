import { pino, type Logger } from 'pino';

import { logOutput } from './log-output.ts';
import { prettyLine } from './log-pretty.ts';

/**
 * The log on standard output: JSON lines, or lines for people. Lines are buffered, because a write for each took about a sixth of an
 * uncached read, and flushed when the process ends.
 *
 * @param level the minimum level, such as `info`
 * @param format null: lines for people on a terminal, otherwise JSON
 */
export function createLog(level: string, format: 'json' | 'pretty' | null): Logger {
  const output = logOutput();
  const { isTTY } = process.stdout;
  const isPretty = format === null ? isTTY : format === 'pretty';
  const lines = { write: (line: string) => output.write(prettyLine(line, isTTY)) };
  return pino({ level, base: undefined }, isPretty ? lines : output);
}
