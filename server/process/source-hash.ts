import { hash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { VERSION } from '../../shared/version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Hashes source files, their names and the version of Octavo: the cache key of the files built from them.
 *
 * @param patterns globs, relative to the project's folder
 */
export async function sourceHash(patterns: string[]): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: root })) files.push(file);
  const parts = [VERSION];
  // One by one: all at once would take every descriptor that a low limit leaves.
  for (const file of files.sort()) parts.push(file, await readFile(join(root, file), 'utf8'));
  return hash('sha256', parts.join('\0'), 'base64url').slice(0, 22);
}
