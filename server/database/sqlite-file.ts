import { fstatSync, readdirSync, statSync } from 'node:fs';

import { SqliteMoved } from './sqlite-errors.ts';

/** Checks whether the database file and its log are still those that were opened. */
export interface OpenedFile {
  /** @throws SqliteMoved if they are not; its message explains the fix */
  check(): void;
}

/**
 * A file that was deleted or replaced still exists for processes that have it open: data written to it is acknowledged,
 * and lost when the process ends.
 *
 * @param path the file, which has been opened and read
 */
export function openedFile(path: string): OpenedFile {
  const opened = identityOf(path);
  const log = `${path}-wal`;
  const openedLog = identityOf(log);
  return {
    check() {
      const now = identityOf(path);
      if (now !== opened)
        throw new SqliteMoved(
          `${explainChange(path, now)} Otherwise ${rescueAdvice(opened)}, then restart the service.`,
        );
      const nowLog = identityOf(log);
      if (nowLog !== openedLog) throw new SqliteMoved(`${explainChange(log, nowLog)} Otherwise restart the service.`);
    },
  };
}

/** Device and inode; null if the file does not exist. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : null;
}

function explainChange(path: string, now: string | null): string {
  const change = now === null ? 'was deleted or moved away' : 'was replaced by another file';
  return `The file ${path} ${change} while the service uses it: writes are refused, since they would be lost with the process. Move it back, and the service goes on.`;
}

/** How to save the data, which exists only as long as the process. */
function rescueAdvice(opened: string | null): string {
  const descriptor = descriptorOf(opened);
  const exported = 'export the posts in the app before you restart';
  if (descriptor === null) return exported;
  return `save the old one while the process lives (cp /proc/${process.pid}/fd/${descriptor} saved.db) or ${exported}`;
}

/** The file descriptor of an open file; only Linux reports it. */
function descriptorOf(identity: string | null): string | null {
  try {
    return readdirSync('/proc/self/fd').find((descriptor) => isOpen(Number(descriptor), identity)) ?? null;
  } catch {
    return null;
  }
}

function isOpen(descriptor: number, identity: string | null): boolean {
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return `${dev}:${ino}` === identity;
  } catch {
    return false;
  }
}
