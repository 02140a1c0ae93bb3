// The entry point. It speeds up the start first, so the program itself is imported afterwards.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

import { packageFile } from './package-files.ts';

// Caches compiled code, and TypeScript without its types, for the next start. A folder that is not writable is ignored,
// and NODE_COMPILE_CACHE takes precedence.
enableCompileCache(fileURLToPath(packageFile('node_modules/.cache/octavo')));
const { run } = await import('./run.ts');
await run();
