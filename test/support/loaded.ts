// For `--import`: when the process ends, writes to the file that LOADED names what it had loaded, and where it keeps
// compiled code. The address of this file goes through NODE_OPTIONS, so that the program starts as it always does.
import { writeFileSync } from 'node:fs';
import { getCompileCacheDir, registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const files = new Set<string>();
registerHooks({
  load(url, context, next) {
    files.add(url);
    return next(url, context);
  },
});
process.on('exit', () => {
  // The thread that renders has this file as well.
  if (!isMainThread) return;
  const { moduleLoadList: ofNode } = process as unknown as { moduleLoadList: string[] };
  const loaded = { files: [...files], ofNode, cache: getCompileCacheDir() };
  writeFileSync(process.env['LOADED'] ?? '', JSON.stringify(loaded));
});
