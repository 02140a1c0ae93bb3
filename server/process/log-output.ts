import type { DestinationStream } from 'pino';

/** Lines are written in batches, after this number of characters or of milliseconds. */
const ENOUGH = 4096;
const LATEST = 100;
/** The maximum number of buffered bytes while the reader is slow; further lines are dropped. */
const MOST_WAITING = 1024 * 1024;

/**
 * Standard output for the log. It never blocks and never fails: lines are lost after the reader has ended, and up to 1
 * MiB are buffered while it does not read. pino's own destination would block forever at the end of the process if the
 * first line that cannot be written is the last one.
 */
export function logOutput(): DestinationStream {
  const { stdout, stderr } = process;
  let lines = '';
  let dropped = 0;

  function flush(): void {
    if (stdout.writableLength > MOST_WAITING) {
      dropped += lines.split('\n').length - 1;
      lines = '';
    }
    if (lines === '') return;
    stdout.write(dropped > 0 ? `${lines}${droppedLine(dropped)}` : lines);
    dropped = 0;
    lines = '';
  }

  // The reader has ended, or the disk is full: the error cannot be reported.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  setInterval(flush, LATEST).unref();
  process.on('exit', flush);

  return {
    write(line) {
      lines += line;
      if (lines.length >= ENOUGH) flush();
    },
  };
}

function droppedLine(lines: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), lines, msg: 'log lines were lost because nobody read the log' })}\n`;
}
