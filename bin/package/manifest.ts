import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { installed } from './options.ts';

/** What the published package.json takes from that of the sources. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'bin', 'files', 'exports', 'engines'] as const;

/**
 * The package.json of the published package: the bundle needs only the libraries that cannot be bundled.
 *
 * @param root the folder of the sources
 */
export function publishedManifest(root: string): string {
  const sources = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    (typeof KEPT)[number],
    unknown
  > & {
    dependencies: Record<string, string>;
  };
  const kept = Object.fromEntries(KEPT.map((name) => [name, sources[name]]));
  const dependencies = Object.fromEntries(installed.map((name) => [name, sources.dependencies[name]]));
  return `${JSON.stringify({ ...kept, dependencies }, null, 2)}\n`;
}
