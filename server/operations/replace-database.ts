import { randomBytes } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { chown, copyFile, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { keptPrefix, partPrefix, unfinishedParts } from '../storage/database/unfinished-restore.ts';
import { fileTimestamp } from '../storage/database/database-url.ts';
import { makeOwnerOnly, SQLITE_SUFFIXES } from '../storage/copy/owner-only.ts';
import { deleteSqlite } from '../storage/copy/sqlite-copy.ts';

/** An unused name for the file that becomes the database. */
export function partialFile(file: string): string {
  return partPrefix(file) + randomBytes(4).toString('hex');
}

/**
 * Puts a new database in the place of an old one, which is kept under another name, with its write-ahead log. A process
 * that is killed during this leaves the old one or the new one, or neither: then the service does not start
 * (`unfinishedRestore`).
 *
 * @param part the new database, a single file of the same folder
 * @param file the place, with or without an old database
 * @returns the name of the old database; null if there was none
 */
export async function replaceDatabase(part: string, file: string): Promise<string | null> {
  await copyOwner(part, file);
  const ends = SQLITE_SUFFIXES.filter((end) => existsSync(file + end));
  const kept = freeName(keptPrefix(file) + fileTimestamp(new Date()));
  await keep(file, kept, ends);
  // In one step, unless the old database could not be opened and still has a log, which would destroy the new one. The
  // log is deleted last, because the old database must not be used without it.
  if (ends.some((end) => end !== '')) for (const end of ends.toReversed()) await rm(file + end);
  await rename(part, file).catch(async (error: unknown) => {
    // A second name of the database in use would seem to be a copy of it.
    if (existsSync(file)) await deleteSqlite(kept);
    throw error;
  });
  for (const left of unfinishedParts(file)) await rm(left);
  // A file of another user keeps its permissions; that is no reason to fail.
  await makeOwnerOnly(kept).catch(() => undefined);
  return ends.includes('') ? kept : null;
}

/** Gives the files of the old database a second name. */
async function keep(file: string, kept: string, ends: readonly string[]): Promise<void> {
  try {
    for (const end of ends) await linkOrCopy(file + end, kept + end, partialFile(file));
  } catch (error) {
    await deleteSqlite(kept);
    throw error;
  }
}

/** Some file systems have no hard links, and Linux refuses those to some files of other users. */
async function linkOrCopy(from: string, to: string, part: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, part, constants.COPYFILE_EXCL);
    await copyOwner(part, from);
    await sync(part);
    await rename(part, to);
  } finally {
    await rm(part, { force: true });
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file written by root must still belong to the user of the service. */
async function copyOwner(part: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(dirname(file));
  await chown(part, uid, gid);
}

function freeName(name: string, number = 1): string {
  const tried = number === 1 ? name : `${name}-${number}`;
  return SQLITE_SUFFIXES.some((end) => existsSync(tried + end)) ? freeName(name, number + 1) : tried;
}
