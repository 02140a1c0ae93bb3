// Prints every file that importing the module of the first argument loads, one a line.
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
await import(pathToFileURL(resolve(process.argv[2] ?? '')).href);
console.log([...loaded].join('\n'));
