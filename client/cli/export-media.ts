import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { Failure, fileReason } from './failures.ts';
import { withTemporary } from './temporary.ts';

/** Uploaded files beside exported posts. */
export interface ExportedMedia {
  /** Their number. */
  files: number;
  /** Paths such as `/media/2026/03/harbour-1a2b3c4d.jpg` that posts name, and that the service does not have. */
  missing: string[];
}

/** Paths of uploaded files in texts, unless they follow a host. */
const PATHS = /(?<![\w.-])\/media\/\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4}/g;

/**
 * Copies the uploaded files that posts name from the service to `static/media` in the folder of an export, where Hugo
 * serves them at the same paths. A file that is there stays: its path has a hash of its content.
 */
export function mediaExport(url: string, folder: string): ExportedMedia & { add(text: string): Promise<void> } {
  const seen = new Set<string>();
  return {
    files: 0,
    missing: [],
    async add(text) {
      for (const [path] of text.matchAll(PATHS)) {
        if (seen.has(path)) continue;
        seen.add(path);
        if (await copy(url + path, join(folder, 'static', path))) this.files += 1;
        else this.missing.push(path);
      }
    },
  };
}

/** @returns false when the service does not have the file */
async function copy(url: string, file: string): Promise<boolean> {
  if (existsSync(file)) return true;
  const response = await fetch(url).catch((error: unknown) => {
    throw new Failure(`${url} cannot be read: ${fileReason((error as Error).cause ?? error)}.`);
  });
  if (response.status === 404) {
    await response.body?.cancel();
    return false;
  }
  if (!response.ok || !response.body) throw new Failure(`${url} cannot be read: the answer is ${response.status}.`);
  const { body } = response;
  await withTemporary(file, async (temporary) => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(temporary, { mode: 0o600 }));
    await rename(temporary, file);
  }).catch((error: unknown) => {
    throw new Failure(`${file} cannot be written: ${fileReason(error)}.`);
  });
  return true;
}
