import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { sourceHash } from '../source-hash.ts';
import { cacheFolder } from './cache-folder.ts';
import { claimDraft } from './draft.ts';
import { runBuild } from './run-build.ts';

/** The app, the code that it shares with the server, and everything that decides how it is built. */
const sources = ['package-lock.json', 'server/admin/{build,nonce}.ts', '{client,shared}/**/*.{ts,tsx,css,html}'];
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
  const name = `admin-${await sourceHash(sources)}`;
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
