import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import type { MediaStorage } from './storage.ts';

/**
 * A file on this machine with the content of a stored one: itself, or a copy.
 *
 * @param copy where the copy goes; the caller deletes it
 */
export async function localCopy(
  storage: MediaStorage,
  path: string,
  copy: string,
  signal: AbortSignal,
): Promise<string> {
  const own = storage.fileOf?.(path);
  if (own !== undefined && (await storage.head(path))) return own;
  const original = await storage.get(path);
  if (!original) throw new Error(`The file ${path} is missing.`);
  await pipeline(original, createWriteStream(copy), { signal });
  return copy;
}
