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

/**
 * What the dashboard does not need: the fields of posts, uploads, the library, the editor, deletions, imports, HTML that becomes
 * Markdown, and some inputs.
 */
const OTHER_SCREENS =
  /\/shared\/(post-fields|field-values)\.ts$|\/(admin\/(uploads|media|editor|deletions|device|unsaved)|importers|@codemirror|@lezer|yaml|Pagination|Checkbox|InlineInput|NumberInput|Radio|SegmentedControl|Fieldset|Switch|Textarea|Table|Tabs|Select|Combobox)\//;
/** Packages of the editor, and those that make Markdown of HTML. */
const OTHER_PACKAGES =
  /\/node_modules\/(hast|mdast|unist|rehype|micromark|vfile|parse5|entities|property-information|github-slugger|@ungap\/structured-clone|(comma|space)-separated-tokens|web-namespaces|zwitch|trim-trailing-lines|markdown-table|stringify-entities|character-entities|decode-named-character-reference|collapse-white-space|longest-streak|ccount|html-void-elements|devlop|style-mod|w3c-keyname|crelt|@marijn)/;
const isForFirstScreen = (id: string) => !OTHER_SCREENS.test(id) && !OTHER_PACKAGES.test(id);

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
    // Code that many screens share is one file: without this there are forty small ones. The first screen loads it, so
    // it omits what the dashboard does not need.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', test: isForFirstScreen, minShareCount: 4 }] } },
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
