// `node server/site/admin/build.ts <folder>`: bundles the administrator's app into a folder, each file also compressed. Runs
// in a process of its own, so that the service uses no memory or CPU time for it.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build } from 'vite';

import { catalogs } from './catalogs.ts';
import { NONCE } from './nonce.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node server/site/admin/build.ts <folder>');
// Requests of visitors have priority.
setPriority(10);

await build({
  root: fileURLToPath(new URL('../../../client/admin/', import.meta.url)),
  base: '/admin/',
  configFile: false,
  logLevel: 'error',
  html: { cspNonce: NONCE },
  plugins: [
    catalogs(),
    {
      // HTML requires the attribute.
      name: 'content-of-meta',
      transformIndexHtml: {
        order: 'post',
        handler: (page) => page.replace('property="csp-nonce"', 'property="csp-nonce" content=""'),
      },
    },
  ],
  // Files find each other at any path of the site; the page gets it when it is sent.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    // The first versions with light-dark() (2024). Transpiled, it would ignore the theme switch of the app.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The Content Security Policy allows no data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // Without groups there are a hundred small files. Everything that every screen needs is one of them; what four
    // screens or more share is joined with what nearly the same ones share.
    rolldownOptions: {
      output: {
        // The names of groups list their screens.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 4, entriesAware: true, entriesAwareMergeThreshold: 3000 },
          ],
        },
      },
    },
  },
});

// The service worker caches all files.
const files = (await readdir(join(folder, 'assets'))).toSorted();
const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
await bundle({
  entryPoints: [fileURLToPath(new URL('../../../client/admin/offline/sw.ts', import.meta.url))],
  outfile: join(folder, 'sw.js'),
  bundle: true,
  minify: true,
  target: 'es2022',
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
});

// Maximum compression: they are built once and sent often.
const assets = join(folder, 'assets');
for (const name of await readdir(assets)) {
  const body = await readFile(join(assets, name));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(join(assets, `${name}.br`), brotliCompressSync(body, quality));
  await writeFile(join(assets, `${name}.gz`), gzipSync(body, { level: constants.Z_BEST_COMPRESSION }));
}
