// The way in. What makes the start cheap comes before everything else, so the program itself is imported afterwards.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps compiled code, and TypeScript without its types, for the next start. A folder that cannot be written is passed
// over, and one that NODE_COMPILE_CACHE names goes before this one.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/octavo', import.meta.url)));
const { run } = await import('./run.ts');
await run();
