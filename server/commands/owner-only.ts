import { chmod } from 'node:fs/promises';

/** The ends of the names of all files that a database of SQLite may consist of. */
export const SQLITE_FILES = ['-wal', '-shm', '-journal', ''] as const;

/**
 * Takes the rights to a database of SQLite from everybody but its owner: it holds what signs tokens and links.
 *
 * @param file its path; of its files, only those that are there are changed
 * @throws the file system's error, such as EPERM for another user's file
 */
export async function makeOwnerOnly(file: string): Promise<void> {
  for (const end of SQLITE_FILES) {
    await chmod(file + end, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
