// For `--import`: at exit, writes the loaded modules and the folder of the compile cache to the file in LOADED. It is
// passed in NODE_OPTIONS, so that the program starts in its usual way.
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
  // The render thread loads this file as well.
  if (!isMainThread) return;
  const { moduleLoadList: ofNode } = process as unknown as { moduleLoadList: string[] };
  const loaded = { files: [...files], ofNode, cache: getCompileCacheDir() };
  writeFileSync(process.env['LOADED'] ?? '', JSON.stringify(loaded));
});
