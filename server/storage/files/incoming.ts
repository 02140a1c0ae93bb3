import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { isRunning } from '../../process/is-running.ts';

/** Milliseconds without a write after which a file counts as abandoned, whatever machine its process ran on. */
const ABANDONED = 60 * 60_000;

const self = `${hostname().replaceAll(/[^\w-]/g, '')}.${process.pid}.${randomBytes(6).toString('hex')}`;

/** The name of this process in its file names and reservations: host, process id, and a random part. */
export const OWNER = self;

/** Whether a process is known to be gone: it was on this machine. */
export function isGone(owner: string): boolean {
  const [host, pid = ''] = owner.split('.');
  if (host !== self.split('.')[0] || owner === self) return false;
  // In a container, every start has the same process id.
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

/** A new name for an incomplete file. @param folder created if necessary */
export async function newFile(folder: string): Promise<string> {
  await makeFolder(folder);
  return join(folder, `${self}.${randomBytes(6).toString('hex')}`);
}

/**
 * Creates a folder that only its owner can read, with its parents, unless it exists. What a command creates as root
 * belongs to the owner of the closest parent that existed, because the service runs as that user.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined || process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(first));
  for (let one = path; one.length >= first.length; one = dirname(one)) await chown(one, uid, gid);
}

/**
 * A folder that only this user can read, in one that others can write to: this one, created if necessary, or a new one
 * if somebody else has created it.
 */
export function privateFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Something else has this name, or the first file in it fails as well.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || !process.getuid) return folder;
  const isPrivate = found.isDirectory() && found.uid === process.getuid() && (found.mode & 0o077) === 0;
  return isPrivate ? folder : mkdtempSync(`${folder}-`);
}

/** Deletes the incomplete files of processes that are gone. Running processes may share the folder. */
export async function deleteAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const owner = name.split('.').slice(0, 3).join('.');
    const found = await stat(file).catch(() => null);
    // By the clock of the file system, which need not be that of the service.
    if (isGone(owner) || (found && Date.now() - found.mtimeMs > ABANDONED)) await rm(file, { force: true });
  }
}
