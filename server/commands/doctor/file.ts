import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import { ok, problem, warning, type Finding } from './finding.ts';

/** Looks at who may read the file of SQLite, and at the disk below it. */
export async function examineFile(file: string): Promise<Finding[]> {
  if (file === ':memory:')
    return [problem('file', 'The database is in memory and ends with the service; set DATABASE_URL.')];
  const folder = nearestFolder(dirname(file));
  return [...(existsSync(file) ? rightsOf(file) : []), await roomIn(folder, file)];
}

function rightsOf(file: string): Finding[] {
  const { uid } = statSync(file);
  const all = [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
  const foreign = all.find((path) => statSync(path).uid !== uid);
  if (foreign !== undefined) {
    return [problem('file', `${foreign} belongs to another user than the database; give it to the same one (chown).`)];
  }
  const isReachable = (statSync(dirname(file)).mode & 0o001) !== 0;
  const openTo = (bit: number) => all.filter((path) => isReachable && (statSync(path).mode & bit) !== 0).join(' ');
  const [written, read] = [openTo(0o002), openTo(0o004)];
  if (written !== '')
    return [problem('file', `Everybody on this machine may write ${written}; type: chmod 600 ${written}`)];
  if (read !== '') {
    return [warning('file', `Everybody on this machine may read ${read} and its secrets; type: chmod 600 ${read}`)];
  }
  return [ok('file', `${file} is read and written by its owner, or its group.`)];
}

/** Bytes below which SQLite may be unable to write its log at any moment. */
const LEAST = 50_000_000;
/** Bytes that should be free, and twice the database: a backup and an upgrade need room beside it. */
const ENOUGH = 500_000_000;

async function roomIn(folder: string, file: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const text = `${megabytes(free)} MB are free below ${folder}, the database has ${megabytes(size)} MB`;
  if (free < LEAST) return problem('disk', `${text}; make room.`);
  if (free < Math.max(ENOUGH, 2 * size)) return warning('disk', `${text}; make room for a backup beside it.`);
  return ok('disk', `${text}.`);
}

/** The folder of a database may be yet to be made. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}
