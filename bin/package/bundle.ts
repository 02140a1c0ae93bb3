import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

import { bundledName } from '../../server/process/package-files.ts';
import { nodeOptions, programOptions } from './options.ts';

/** The programs: the command, the service, and what runs in threads and processes of its own. */
const programs = [
  'bin/octavo.ts',
  'server/main.ts',
  'server/background/backup/child.ts',
  'server/storage/database/reader/worker.ts',
  'server/storage/database/writer/worker.ts',
  'server/media/inspect/child.ts',
  'server/media/inspect/svg-thread.ts',
  'server/site/render/worker.ts',
  'server/process/watchdog-thread.ts',
];

/** Libraries that are loaded by `require` at their first use. */
const lazy = ['pinyin-pro', 'transliteration'];

/**
 * Puts all modules of the server and the command line into a few files.
 *
 * @param root the folder of the sources
 * @param folder the folder of the files; it exists
 */
export async function bundlePrograms(root: string, folder: string): Promise<void> {
  const options = {
    absWorkingDir: root,
    minifyWhitespace: true,
    minifySyntax: true,
    // Stack traces name functions, and MikroORM classes.
    keepNames: true,
    // ASCII is read faster, and takes one byte of memory for each character.
    charset: 'ascii',
    legalComments: 'none',
  } as const;
  await build({
    ...programOptions,
    ...options,
    entryPoints: programs.map((path) => ({ in: path, out: bundledName(path).replace(/\.js$/, '') })),
    outdir: folder,
    // Koa's libraries bring two versions of it.
    alias: { 'mime-db': join(root, 'node_modules/mime-db') },
    plugins: [requireAtFirstUse, withoutFetch],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  for (const name of lazy) {
    const stdin = { contents: `module.exports = require('${name}');`, resolveDir: root };
    await build({ ...nodeOptions, ...options, stdin, outfile: join(folder, `${name}.cjs`), format: 'cjs' });
  }
}

/** Lets esbuild see what the sources require, and gives the lazy libraries files of their own. */
const requireAtFirstUse: Plugin = {
  name: 'requireAtFirstUse',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\/(server|routers)\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace('const require = createRequire(import.meta.url);', '');
      return { loader: 'ts', contents };
    });
    onResolve({ filter: new RegExp(`^(${lazy.join('|')})$`) }, ({ path }) => ({
      path: `./${path}.cjs`,
      external: true,
    }));
  },
};

/** `import` of node:http also loads fetch, 10 MB that the service does not need; `require` does not. */
const withoutFetch: Plugin = {
  name: 'withoutFetch',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'required' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};
