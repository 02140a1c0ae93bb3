import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import { makeFolder } from '../../storage/files/incoming.ts';
import type { MediaStorage } from '../../storage/files/storage.ts';

/** Bytes that a backup leaves free. */
export const LEFT_FREE = 1_000_000_000;

/**
 * Fails when less than 1 GB would stay free.
 *
 * @param folder created if necessary
 * @param needed the bytes that will be written there
 * @throws Error with one sentence
 */
export async function requireRoom(folder: string, needed: number): Promise<void> {
  await makeFolder(folder);
  const { bavail, bsize } = await statfs(folder);
  const left = bavail * bsize - needed;
  if (left >= LEFT_FREE) return;
  throw new Error(
    `No backup was made: of the disk of ${folder} ${gigabytes(Math.max(0, left))} GB would stay free, and 1 GB must; free some space, or store backups on another disk (BACKUP_DIR, BACKUP_S3).`,
  );
}

/** Fails when the uploaded files that are still to be copied into a folder would leave less than 1 GB free. */
export async function requireRoomFor(
  paths: AsyncIterable<string>,
  from: MediaStorage,
  to: MediaStorage,
): Promise<void> {
  if (!to.fileOf) return;
  await makeFolder(to.incoming);
  // Hard links take no space.
  if (from.fileOf && (await readDevice(from.incoming)) === (await readDevice(to.incoming))) return;
  let bytes = 0;
  for await (const path of paths) {
    if ((await to.head(path)) === null) bytes += (await from.head(path))?.bytes ?? 0;
  }
  if (bytes > 0) await requireRoom(to.incoming, bytes);
}

/** The file system of a folder, or of the closest one that exists. */
async function readDevice(folder: string): Promise<number> {
  const found = await stat(folder).catch(() => null);
  return found?.dev ?? readDevice(dirname(folder));
}

function gigabytes(bytes: number): string {
  return (bytes / 1_000_000_000).toFixed(1);
}
