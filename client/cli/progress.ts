import { Presets, SingleBar } from 'cli-progress';

import type { Progress } from '../importers/import-posts.ts';
import { print } from './output.ts';

/**
 * A progress bar on a terminal (on standard error, so that the report can be redirected), otherwise plain lines.
 *
 * @param quiet no lines, because standard output is JSON
 */
export function showProgress(total: number, things: string, quiet: boolean): Progress {
  if (!process.stderr.isTTY) {
    const at = (done: number) => {
      if (!quiet) print(`${done} of ${total} ${things}`);
    };
    return { at, stop: () => {} };
  }
  const bar = new SingleBar({ format: `{bar} {value} of {total} ${things}` }, Presets.shades_classic);
  bar.start(total, 0);
  return { at: (done) => bar.update(done), stop: () => bar.stop() };
}
