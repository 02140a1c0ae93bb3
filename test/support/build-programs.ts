// Bundles the programs, unless the bundles of these sources exist, and prints their folder.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OutputFile, Plugin } from 'esbuild';

import { programOptions } from '../../bin/package/options.ts';
import { sourceHash } from '../../server/process/source-hash.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'node_modules/.cache/programs');
const SOURCES = [
  '{bin,client,server,routers,entities,migrations,shared}/**/*.ts',
  'package-lock.json',
  'test/support/build-programs.ts',
];
/** Modules find their files, threads and child processes beside their source. */
const keepUrls: Plugin = {
  name: 'keep URLs of modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) };
    });
  },
};

const DAY_MS = 86_400_000;

const hash = await sourceHash(SOURCES);
const hashFile = join(folder, 'hash');
if ((await readFile(hashFile, 'utf8').catch(() => '')) !== hash) {
  for (const file of await bundle()) await put(file);
  await removeOld();
  await put({ path: hashFile, contents: Buffer.from(hash) });
}
process.stdout.write(folder);

async function bundle(): Promise<OutputFile[]> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...programOptions,
    absWorkingDir: root,
    entryPoints: ['bin/octavo.ts', 'server/main.ts'],
    outdir: folder,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    write: false,
    plugins: [keepUrls],
  });
  // Programs import the other files, so these are written first.
  return outputFiles.toSorted((a, b) => Number(isProgram(a)) - Number(isProgram(b)));
}

function isProgram({ path }: OutputFile): boolean {
  return dirname(path) !== folder;
}

/** Replaces a file at once: another process may be about to read it. */
async function put({ path, contents }: Pick<OutputFile, 'path' | 'contents'>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  await writeFile(written, contents);
  await rename(written, path);
}

/** Removes what was written more than a day ago: processes that run now may still import newer files of other sources. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have renamed or removed it.
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtimeMs < Date.now() - DAY_MS) await rm(path, { force: true });
  }
}
