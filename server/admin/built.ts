import { hash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { release } from '../../release.ts';
import { claimDraft } from './draft.ts';
import { cacheFolder } from './cache-folder.ts';
import { NONCE } from './nonce.ts';
import { runBuild } from './run-build.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What was built from other sources goes after so many milliseconds: a day. */
const OLD = 24 * 60 * 60 * 1000;

/**
 * The folder with the app as browsers get it. It is built by the first who asks; whoever asks meanwhile, in whatever
 * process, waits for that. It is kept for the next start until a source changes.
 *
 * @throws Error when it cannot be built, with what the bundler said
 */
export async function builtApp(): Promise<string> {
  const cache = await cacheFolder();
  const name = `admin-${await fingerprint()}`;
  const folder = join(cache, name);
  while (!(await exists(folder))) {
    const draft = await claimDraft(join(cache, `building-${name}`), () => exists(folder));
    if (draft === null) continue;
    try {
      await runBuild(draft.folder);
      await rename(draft.folder, folder);
      await forgetOthers(cache, name);
    } finally {
      await draft.giveUp();
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

async function forgetOthers(cache: string, name: string): Promise<void> {
  for (const other of await readdir(cache)) {
    if (!other.startsWith('admin-') || other === name) continue;
    const folder = join(cache, other);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > OLD) await rm(folder, { recursive: true, force: true });
  }
}

/** Changes with every source: the app, the client that it is built on, and the versions of all packages. */
async function fingerprint(): Promise<string> {
  const client = await readdir(join(root, 'client'), { recursive: true, withFileTypes: true });
  const files = client.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const build = fileURLToPath(new URL('build.ts', import.meta.url));
  const sources = [join(root, 'package-lock.json'), build, ...files].toSorted();
  const texts = await Promise.all(
    sources.map(async (file) => `${file.slice(root.length)}\0${await readFile(file, 'utf8')}`),
  );
  return hash('sha256', [release, NONCE, ...texts].join('\0'), 'base64url').slice(0, 22);
}
