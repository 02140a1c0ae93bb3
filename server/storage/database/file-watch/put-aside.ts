import { existsSync, renameSync } from 'node:fs';

import { fileTimestamp } from '../database-url.ts';

/**
 * Renames the write-ahead log of an overwritten database, so that SQLite does not write the old pages in it into the new
 * file. Processes that have it open keep it.
 *
 * @param path of the database
 * @returns the new name of the log; null without one, or if it cannot be renamed
 */
export function putLogAside(path: string): string | null {
  const log = `${path}-wal`;
  const kept = `${log}.overwritten-${fileTimestamp(new Date())}`;
  try {
    if (!existsSync(log)) return null;
    renameSync(log, kept);
    // The index of the log; SQLite builds a new one.
    renameSync(`${path}-shm`, `${kept}-shm`);
    return kept;
  } catch {
    return existsSync(kept) ? kept : null;
  }
}
