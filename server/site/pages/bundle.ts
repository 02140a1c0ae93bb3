import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

import { VERSION } from '../../../shared/version.ts';
import { lazy } from '../../../routers/base/lazy.ts';
import { isPackaged, packageFile } from '../../process/package-files.ts';
import { sourceHash } from '../../process/source-hash.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const site = join(root, 'client', 'site');
const embed = join(root, 'client', 'embed');
const cache = join(root, 'node_modules', '.cache', 'octavo');

/** The sources of all bundles, and this file. */
const sources = ['{client,client/embed,client/site/{scripts,styles},shared}/*.{ts,css}', 'server/site/pages/bundle.ts'];

/** The text of each bundled file, by its name. */
export type Bundle = Record<string, string>;

/**
 * The bundled scripts and styles of the site, and `embed.js` for pages of other origins. They are built at the first use
 * and cached on disk until a source changes.
 */
export function openBundle(): Promise<Bundle> {
  return bundles.get();
}

const bundles = lazy(readOrBuild);

async function readOrBuild(): Promise<Bundle> {
  if (isPackaged) return JSON.parse(await readFile(packageFile('site.json'), 'utf8')) as Bundle;
  const file = join(cache, `site-${await sourceHash(sources)}.json`);
  const cached = await readFile(file, 'utf8').catch(() => null);
  if (cached !== null) return JSON.parse(cached) as Bundle;
  const built = await build();
  await writeCache(file, JSON.stringify(built)).catch(() => undefined);
  return built;
}

async function build(): Promise<Bundle> {
  // Imported only when needed.
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
  // A separate bundle, because CommonJS libraries need helpers of esbuild that all other scripts would load too.
  const separate = await bundle({
    ...options,
    entryPoints: [join(site, 'scripts', 'highlighted.ts')],
    entryNames: '[name]-[hash]',
  });
  // Dynamically imported modules get files of their own.
  const scripts = await bundle({
    ...options,
    entryPoints: [join(site, 'scripts', 'site.ts')],
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [useBundled('highlighted.ts', baseName(separate.outputFiles[0]!)), copyShared],
  });
  const opener = scripts.outputFiles.map(baseName).find((name) => name.startsWith('decrypted-'));
  const others = await bundle({
    ...options,
    define: { VERSION: JSON.stringify(VERSION), OPENER: JSON.stringify(`/assets/${opener}`) },
    entryPoints: [
      join(site, 'scripts', 'sw.ts'),
      ...['site.css', 'guestbook.css', 'bare.css'].map((name) => join(site, 'styles', name)),
    ],
    outbase: site,
  });
  const styles = await bundle({ ...options, entryPoints: [join(embed, 'styles', 'embed.css')] });
  const embedded = await bundle({
    ...options,
    define: { VERSION: JSON.stringify(VERSION), STYLES: JSON.stringify(styles.outputFiles[0]!.text.trim()) },
    entryPoints: [join(embed, 'embed.ts')],
  });
  const files = [separate, scripts, others, embedded].flatMap(({ outputFiles }) => outputFiles);
  return Object.fromEntries(files.map((file) => [baseName(file), file.text]));
}

function baseName({ path }: { path: string }): string {
  return path.split('/').at(-1)!;
}

/** Resolves imports of a source to its separate bundle. */
function useBundled(source: string, bundled: string): Plugin {
  return {
    name: 'useBundled',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\// }, ({ path }) =>
        path === `./${source}` ? { path: `./${bundled}`, external: true } : undefined,
      ),
  };
}

/** Bundles small modules of every page into the opener of protected texts too, to save every page another file. */
const copyShared: Plugin = {
  name: 'copyShared',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(?:text-direction|address-end)\.ts$/ }, ({ path, resolveDir, importer }) =>
      /(?:mark-directions|address-syntax)\.ts$/.test(importer)
        ? { path: join(resolveDir, path), suffix: '?copy' }
        : undefined,
    ),
};

/** Writes to a temporary file first, because several processes may start at once. */
async function writeCache(file: string, text: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}
