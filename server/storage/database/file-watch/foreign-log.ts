import { closeSync, openSync } from 'node:fs';

import { isWithoutLog, readHeader } from './content.ts';
import { headersInLog } from './log-marks.ts';
import { putLogAside } from './put-aside.ts';

/** How often it is looked at again, because a process may be copying the log into the file. */
const ATTEMPTS = 3;

/** The files that this process has open, with the number of their users. */
const opened = new Map<string, number>();

/**
 * Records that this process uses a file. Reading it by other means than SQLite would then release the locks of SQLite,
 * which POSIX releases when any descriptor of the file is closed.
 *
 * @returns to be called when the file is closed; further calls have no effect
 */
export function recordOpened(path: string): () => void {
  opened.set(path, (opened.get(path) ?? 0) + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const others = opened.get(path)! - 1;
    if (others > 0) opened.set(path, others);
    else opened.delete(path);
  };
}

/**
 * Whether the write-ahead log beside a file belongs to other content, because another database was copied over the file.
 * SQLite would not notice, and write the pages of the log into that database.
 */
export function hasForeignLog(path: string): boolean {
  // It was looked at when the file was opened.
  if (opened.has(path)) return false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (isOwnLog(path)) return false;
  return true;
}

/**
 * Puts such a log aside; call it only while no service uses the file.
 *
 * @returns a sentence for the operator; null if there was none
 */
export function separateForeignLog(path: string): string | null {
  if (!hasForeignLog(path)) return null;
  const kept = putLogAside(path);
  return kept === null
    ? explainForeignLog(path)
    : `Another database was copied over ${path} while it was in use: its log, which does not belong to that one, is now ${kept}.`;
}

export function explainForeignLog(path: string): string {
  return `The log ${path}-wal does not belong to ${path}, because another database was copied over it while it was in use: start the service, which puts the log aside, or move ${path}-wal and ${path}-shm to another folder.`;
}

/** Marks: see `FileWatch`. Each one names the one before. */
function isOwnLog(path: string): boolean {
  const log = openOrNull(`${path}-wal`);
  const file = openOrNull(path);
  try {
    if (log === null) return true;
    let mark: number | undefined;
    for (const header of headersInLog(log)) {
      if (file !== null && isWithoutLog(file)) return false;
      // SQLite takes the first page from the log if that in the file is damaged.
      mark ??= (file === null ? undefined : readHeader(file)?.mark) ?? header.mark;
      if (mark === header.previous || mark === header.mark) return true;
    }
    return mark === undefined;
  } finally {
    for (const fd of [log, file]) if (fd !== null) closeSync(fd);
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}
