// Before `npm pack`: writes the published package to dist/, and puts its package.json in place of that of the sources.
// `node bin/build-package.ts --restore` puts that of the sources back.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { builtApp } from '../server/site/admin/built.ts';
import { fontFiles, fontPlace } from '../server/site/pages/identity/fonts.ts';
import { openBundle } from '../server/site/pages/bundle.ts';
import { viewerScript } from '../server/api/reference/viewer.ts';
import { bundlePrograms } from './package/bundle.ts';
import { libraryLicences } from './package/licences.ts';
import { publishedManifest } from './package/manifest.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = join(root, 'package.json');
const kept = join(root, 'dist/package.json');

if (process.argv[2] === '--restore') renameSync(kept, manifest);
else await buildPackage();

async function buildPackage(): Promise<void> {
  const folder = join(root, 'dist/octavo');
  for (const name of ['octavo', 'client', 'shared']) rmSync(join(root, 'dist', name), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundlePrograms(root, folder);
  for (const name of ['locales', 'icons', 'templates']) {
    cpSync(join(root, 'client/site', name), join(folder, 'client/site', name), { recursive: true });
  }
  copyFonts(join(folder, 'client/site/fonts'));
  const document: unknown = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), libraryLicences(root));
  writeFileSync(join(folder, 'site.json'), JSON.stringify(await openBundle()));
  mkdirSync(join(folder, 'reference'));
  writeFileSync(join(folder, 'reference/viewer.js'), await viewerScript());
  cpSync(await builtApp(), join(folder, 'admin'), { recursive: true });
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  // Last, because nothing can fail between this and the packing.
  const published = publishedManifest(root);
  renameSync(manifest, kept);
  writeFileSync(manifest, published);
}

/** The fonts of the site, with their licences. */
function copyFonts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of fontFiles) {
    cpSync(fontPlace(file), join(folder, file.name));
    cpSync(new URL('../LICENSE', fontPlace(file)), join(folder, `LICENSE-${file.font}.txt`));
  }
}
