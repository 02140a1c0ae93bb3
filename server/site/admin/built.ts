import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lazy } from '../../../routers/base/lazy.ts';
import { isPackaged, packageFile } from '../../process/package-files.ts';
import { sourceHash } from '../../process/source-hash.ts';
import { cacheFolder } from './cache-folder.ts';
import { acquireBuildLock } from './build-lock.ts';
import { runBuild } from './run-build.ts';

/** The app, the code that it shares with the server, and everything that decides how it is built. */
const sources = ['package-lock.json', 'server/site/admin/{build,nonce}.ts', '{client,shared}/**/*.{ts,tsx,css,html}'];
/** Builds of other versions are deleted after a day. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * The folder with the built app. The first call builds it; concurrent calls, also in other processes, wait for it. The
 * build is reused by later processes until a source changes.
 *
 * @throws Error with the output of the bundler
 */
export function builtApp(): Promise<string> {
  return app.get();
}

const app = lazy(findOrBuild);

async function findOrBuild(): Promise<string> {
  if (isPackaged) return fileURLToPath(packageFile('admin'));
  const cache = await cacheFolder();
  const name = `admin-${await sourceHash(sources)}`;
  const folder = join(cache, name);
  while (!(await exists(folder))) {
    const lock = await acquireBuildLock(join(cache, `building-${name}`), () => exists(folder));
    if (lock === null) continue;
    try {
      await runBuild(lock.folder);
      await rename(lock.folder, folder);
      await deleteOldBuilds(cache, name);
    } finally {
      await lock.release();
    }
  }
  return folder;
}

function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

async function deleteOldBuilds(cache: string, name: string): Promise<void> {
  for (const other of await readdir(cache)) {
    if (!other.startsWith('admin-') || other === name) continue;
    const folder = join(cache, other);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > RETENTION_MS) await rm(folder, { recursive: true, force: true });
  }
}
