import type { DestinationStream } from 'pino';

/** Lines are written together: so many characters, or what there is after so many milliseconds. */
const ENOUGH = 4096;
const LATEST = 100;
/** Bytes that may wait for whoever reads; beyond them lines are dropped. */
const MOST_WAITING = 1024 * 1024;

/**
 * Standard output, for the lines of the log. Whatever becomes of it, nobody waits and nothing fails: while its reader is
 * gone lines are lost, and while the reader does not read they wait up to 1 MiB. pino's own destination would wait for ever
 * at the end of the process when the first line that cannot be written is its last one.
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
  return `${JSON.stringify({ level: 40, time: Date.now(), lines, msg: 'nobody read the log: lines of it are lost' })}\n`;
}
