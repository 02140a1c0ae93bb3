import { Presets, SingleBar } from 'cli-progress';

import { print } from './output.ts';

/** Tells how far a long work is. */
export interface Progress {
  /** So many are done by now. */
  at(done: number): void;
  stop(): void;
}

/**
 * A bar on a terminal (on standard error, so that the report can go into a file), plain lines elsewhere.
 *
 * @param quiet no lines, since standard output is for JSON
 */
export function showProgress(total: number, things: string, quiet: boolean): Progress {
  if (!process.stderr.isTTY) {
    return { at: (done) => void (quiet || print(`${done} of ${total} ${things}`)), stop: () => {} };
  }
  const bar = new SingleBar({ format: `{bar} {value} of {total} ${things}` }, Presets.shades_classic);
  bar.start(total, 0);
  return { at: (done) => bar.update(done), stop: () => bar.stop() };
}
