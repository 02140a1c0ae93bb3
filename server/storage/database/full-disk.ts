import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import { errorCode, SqliteFull } from './sqlite-errors.ts';

/** Whether the disk of an SQLite file is full. */
export interface FullDisk {
  /** Notes the error of a write. */
  failed(error: unknown): void;
  /** Rejects when a write failed because the disk was full, and another one would; without such a failure it does nothing. */
  probe(): Promise<void>;
}

/** The free bytes of a disk that is not full any more: small writes may succeed where larger ones fail. */
const ENOUGH = 1_000_000;

/** @param write writes something */
export function watchFullDisk(path: string, write: () => Promise<void>): FullDisk {
  let wasFull = false;
  return {
    failed(error) {
      wasFull ||= errorCode(error) === 'SQLITE_FULL';
    },
    async probe() {
      if (!wasFull) return;
      const { bavail, bsize } = await statfs(dirname(path));
      if (bavail * bsize < ENOUGH) throw new SqliteFull('The disk is full.');
      await write();
      wasFull = false;
    },
  };
}
