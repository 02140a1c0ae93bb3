import { chmod } from 'node:fs/promises';

/** The suffixes of the files of an SQLite database. */
export const SQLITE_SUFFIXES = ['-wal', '-shm', '-journal', ''] as const;

/**
 * Makes an SQLite database accessible only to its owner, because it contains the keys that sign tokens and links.
 *
 * @param file its path; missing files are skipped
 * @throws the file system's error, such as EPERM for another user's file
 */
export async function makeOwnerOnly(file: string): Promise<void> {
  for (const end of SQLITE_SUFFIXES) {
    await chmod(file + end, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
