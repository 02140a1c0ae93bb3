import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

import { VERSION } from '../../shared/version.ts';
import { sourceHash } from '../source-hash.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = join(root, 'client', 'site');
const kept = join(root, 'node_modules', '.cache', 'octavo');

/** The sources of all bundles, and the way in which they are bundled. */
const sources = ['{client,client/site/{scripts,styles},shared}/*.{ts,css}', 'server/pages/bundle.ts'];

/** Bundled files by name: text. */
export type Bundle = Record<string, string>;

/**
 * The scripts and styles of the site as browsers get them: bundled and minified at the first use, and kept for the next
 * start until a source changes.
 */
export async function openBundle(): Promise<Bundle> {
  const file = join(kept, `site-${await sourceHash(sources)}.json`);
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return JSON.parse(known) as Bundle;
  const bundle = await build();
  await keep(file, JSON.stringify(bundle)).catch(() => undefined);
  return bundle;
}

async function build(): Promise<Bundle> {
  // Loaded for the one time that it is needed.
  const { build: bundle } = await import('esbuild');
  const options = {
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    outdir: '/',
  } as const;
  // Libraries in CommonJS need helpers of esbuild, which every other script would ask for as well: a bundle by itself.
  const apart = await bundle({
    ...options,
    entryPoints: [join(site, 'scripts', 'highlighted.ts')],
    entryNames: '[name]-[hash]',
  });
  // Parts that are loaded on demand get files of their own, beside the one that asks for them.
  const scripts = await bundle({
    ...options,
    entryPoints: [join(site, 'scripts', 'site.ts')],
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [outside('highlighted.ts', nameOf(apart.outputFiles[0]!))],
  });
  const opener = scripts.outputFiles.map(nameOf).find((name) => name.startsWith('decrypted-'));
  const others = await bundle({
    ...options,
    define: { VERSION: JSON.stringify(VERSION), OPENER: JSON.stringify(`/assets/${opener}`) },
    entryPoints: [join(site, 'scripts', 'sw.ts'), join(site, 'styles', 'site.css')],
    outbase: site,
  });
  const files = [apart, scripts, others].flatMap(({ outputFiles }) => outputFiles);
  return Object.fromEntries(files.map((file) => [nameOf(file), file.text]));
}

function nameOf({ path }: { path: string }): string {
  return path.split('/').at(-1)!;
}

/** Lets scripts ask for a file that has been bundled already instead of its source. */
function outside(source: string, bundled: string): Plugin {
  return {
    name: 'outside',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\// }, ({ path }) =>
        path === `./${source}` ? { path: `./${bundled}`, external: true } : undefined,
      ),
  };
}

/** Under another name first: several processes may start at once. */
async function keep(file: string, text: string): Promise<void> {
  await mkdir(kept, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}
