import type { DestinationStream } from 'pino';

/** Lines are written together, after this number of characters or of milliseconds. */
const ENOUGH = 4096;
const LATEST = 100;
/** Bytes that may wait for the reader; beyond them lines are dropped. */
const MOST_WAITING = 1024 * 1024;

/**
 * Standard output, for the lines of the log. It never blocks and never fails: lines are lost while the reader is gone, and
 * up to 1 MiB of them wait while it does not read. pino's own destination would block forever at the end of the process
 * when the first line that cannot be written is the last one.
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

  // The reader is gone, or the disk is full: there is nobody to tell.
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
