import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';

import { catalogs } from '../../../server/site/admin/catalogs.ts';
import { newFolder } from '../run.ts';

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

/** Bundles the page that mounts the editor by itself, as the app is bundled, and opens it at the origin of a service. */
export async function openEditorPage(page: Page): Promise<void> {
  const outDir = await newFolder();
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: '/admin/',
    configFile: false,
    logLevel: 'error',
    plugins: [catalogs()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  await page.route(/\/admin\/(?:index\.html|assets\/.*)$/, async (route) => {
    const [path = ''] = new URL(route.request().url()).pathname.split('/admin/').slice(1);
    const contentType = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    await route.fulfill({ body: await readFile(join(outDir, path)), contentType });
  });
  await page.goto('/admin/index.html');
  await page.waitForFunction(() => 'problemsOf' in globalThis);
}
