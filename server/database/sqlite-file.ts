import { fstatSync, readdirSync, statSync } from 'node:fs';

import { SqliteMoved } from './sqlite-errors.ts';

/** Knows whether the file of a database, and its log, are still the ones that were opened. */
export interface OpenedFile {
  /** @throws SqliteMoved, whose message says what to do, as long as they are not */
  check(): void;
}

/**
 * A file that was deleted, or replaced by another, lives on for those who have it open: what is written to it is
 * acknowledged, and gone with the process.
 *
 * @param path the file, which is open and was read
 */
export function openedFile(path: string): OpenedFile {
  const opened = identityOf(path);
  const log = `${path}-wal`;
  const openedLog = identityOf(log);
  return {
    check() {
      const now = identityOf(path);
      if (now !== opened)
        throw new SqliteMoved(`${saying(path, now)} Otherwise ${rescue(opened)}, then restart the service.`);
      const nowLog = identityOf(log);
      if (nowLog !== openedLog) throw new SqliteMoved(`${saying(log, nowLog)} Otherwise restart the service.`);
    },
  };
}

/** Device and inode; null when there is no such file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

function saying(path: string, now: string | null): string {
  const what = now === null ? 'was deleted or moved away' : 'was replaced by another file';
  return `The file ${path} ${what} while the service uses it: writes are refused, since they would be lost with the process. Move it back, and the service goes on.`;
}

/** What was stored is still there for as long as the process lives, and no longer. */
function rescue(opened: string | null): string {
  const descriptor = descriptorOf(opened);
  const exported = 'export the posts in the app before you restart';
  if (descriptor === null) return exported;
  return `save the old one while the process lives (cp /proc/${process.pid}/fd/${descriptor} saved.db) or ${exported}`;
}

/** The file descriptor behind which a file is open; only Linux tells. */
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
