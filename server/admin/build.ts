// `node server/admin/build.ts <folder>`: bundles the administrator's app into a folder. A process of its own, so that
// neither its memory nor its time are the service's.
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

import { NONCE } from './nonce.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say where to, such as: node server/admin/build.ts ./built');
// Visitors go first.
setPriority(10);

await build({
  root: fileURLToPath(new URL('../../client/admin/', import.meta.url)),
  base: '/admin/',
  configFile: false,
  logLevel: 'error',
  html: { cspNonce: NONCE },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The policy of the page lets no inline file in.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
