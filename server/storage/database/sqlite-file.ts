import { fstatSync, readdirSync, statSync, type BigIntStats } from 'node:fs';

import { SqliteMoved } from './sqlite-errors.ts';

/** Checks whether the database file and its log are still those that were opened. */
export interface OpenedFile {
  /**
   * @returns the state of the file now
   * @throws SqliteMoved if they are not; its message explains the fix
   */
  check(): BigIntStats;
}

/**
 * A file that was deleted or replaced still exists for processes that have it open: data written to it is acknowledged,
 * and lost when the process ends.
 *
 * @param path the file, which has been opened and read
 */
export function openedFile(path: string): OpenedFile {
  const opened = statFile(path);
  const log = `${path}-wal`;
  const openedLog = statFile(log);
  return {
    check() {
      const now = statFile(path);
      if (!now || !isSameFile(now, opened))
        throw new SqliteMoved(
          `${explainChange(path, now)} Otherwise ${rescueAdvice(opened)}, then restart the service.`,
        );
      const nowLog = statFile(log);
      if (!isSameFile(nowLog, openedLog))
        throw new SqliteMoved(`${explainChange(log, nowLog)} Otherwise restart the service.`);
      return now;
    },
  };
}

function statFile(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** By device and inode. */
function isSameFile(one: BigIntStats | undefined, other: BigIntStats | undefined): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}

function explainChange(path: string, now: BigIntStats | undefined): string {
  const change = now === undefined ? 'was deleted or moved away' : 'was replaced by another file';
  return `The file ${path} ${change} while the service uses it: writes are refused, since they would be lost with the process. Move it back, and the service goes on.`;
}

/** How to save the data, which exists only as long as the process. */
function rescueAdvice(opened: BigIntStats | undefined): string {
  const descriptor = descriptorOf(opened);
  const exported = 'export the posts in the app before you restart';
  if (descriptor === null) return exported;
  return `save the old one while the process lives (cp /proc/${process.pid}/fd/${descriptor} saved.db) or ${exported}`;
}

/** The file descriptor of an open file; only Linux reports it. */
function descriptorOf(opened: BigIntStats | undefined): string | null {
  try {
    return readdirSync('/proc/self/fd').find((descriptor) => isOpen(Number(descriptor), opened)) ?? null;
  } catch {
    return null;
  }
}

function isOpen(descriptor: number, opened: BigIntStats | undefined): boolean {
  try {
    return isSameFile(fstatSync(descriptor, { bigint: true }), opened);
  } catch {
    return false;
  }
}
