import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The beginning of the name under which `octavo restore` keeps the replaced database. */
export function keptPrefix(file: string): string {
  return `${file}.replaced-`;
}

/** The beginning of the name of a file that `octavo restore` has not finished. */
export function partPrefix(file: string): string {
  return `${file}.part-`;
}

/**
 * Finds the leftovers of a killed restore where there is no database. A new database would hide that the old one exists.
 *
 * @param file of the database
 * @returns one sentence that says what to do; null if there is a database, or nothing is left
 */
export function unfinishedRestore(file: string): string | null {
  if (existsSync(file)) return null;
  const kept = filesBeginningWith(keptPrefix(file));
  const left = [...kept, ...unfinishedParts(file)];
  if (left.length === 0) return null;
  const newest = kept.findLast((path) => !/-(wal|shm|journal)$/.test(path));
  const putBack = newest === undefined ? '' : `, or rename ${renames(newest, file)}`;
  return `There is no database ${file}, but a restore has left ${left.join(', ')}: run octavo restore again${putBack}; for an empty blog, move what is left to another folder.`;
}

/**
 * Finds the write-ahead log of a database that was deleted or emptied. SQLite would delete the log, and with it the last
 * changes.
 *
 * @param file of the database
 * @returns one sentence that says what to do; null if nothing is lost
 */
export function lostFile(file: string): string | null {
  if (fileSize(file) > 0 || fileSize(`${file}-wal`) === 0) return null;
  const state = existsSync(file) ? 'empty' : 'missing';
  return `The database ${file} is ${state}, but its log ${file}-wal is not: put the file back, or restore a backup: octavo restore <backup>; for an empty blog, move the log to another folder.`;
}

/** The files that killed restores have left: whole copies of a blog, or parts of one. */
export function unfinishedParts(file: string): string[] {
  return filesBeginningWith(partPrefix(file));
}

/** A log belongs to its database, and is renamed with it. */
function renames(kept: string, file: string): string {
  const ends = ['', '-wal', '-journal'].filter((end) => existsSync(kept + end));
  return ends.map((end) => `${kept}${end} to ${file}${end}`).join(' and ');
}

function filesBeginningWith(prefix: string): string[] {
  const folder = dirname(prefix);
  const names = namesIn(folder).filter((name) => name.startsWith(basename(prefix)));
  return names.sort().map((name) => join(folder, name));
}

/** 0 if it is absent. */
function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A folder that is absent or cannot be read is reported elsewhere. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
