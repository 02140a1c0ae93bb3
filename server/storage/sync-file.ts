import { open } from 'node:fs/promises';

/** Waits until the content of a file, or the names in a folder, are on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
