// The entry point. It speeds up the start first, so the program itself is imported afterwards.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

import { packageFile } from './process/package-files.ts';

// V8 would place the objects of a request among the old ones, once many of a kind have outlived a collection in a burst.
// From there they keep all that they name, the whole request, through each collection of the young: 1.7 times the CPU time
// for a read.
setFlagsFromString('--no-allocation-site-pretenuring');
// Caches compiled code, and TypeScript without its types, for the next start. A folder that is not writable is ignored,
// and NODE_COMPILE_CACHE takes precedence.
enableCompileCache(fileURLToPath(packageFile('node_modules/.cache/octavo')));
const { run } = await import('./service/run.ts');
await run();
