import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import { ok, problem, warning, type Finding } from './finding.ts';

/** Checks the permissions of the SQLite file, and its disk. */
export async function examineFile(file: string): Promise<Finding[]> {
  if (file === ':memory:')
    return [problem('file', 'The database is in memory and is lost when the service stops; set DATABASE_URL.')];
  const folder = nearestFolder(dirname(file));
  return [...(existsSync(file) ? rightsOf(file) : []), await roomIn(folder, file)];
}

function rightsOf(file: string): Finding[] {
  const { uid } = statSync(file);
  const all = [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
  const foreign = all.find((path) => statSync(path).uid !== uid);
  if (foreign !== undefined) {
    return [problem('file', `${foreign} belongs to a different user than the database; change its owner (chown).`)];
  }
  const isReachable = (statSync(dirname(file)).mode & 0o001) !== 0;
  const openTo = (bit: number) => all.filter((path) => isReachable && (statSync(path).mode & bit) !== 0).join(' ');
  const [written, read] = [openTo(0o002), openTo(0o004)];
  if (written !== '')
    return [problem('file', `Every user of this machine can write ${written}; run: chmod 600 ${written}`)];
  if (read !== '') {
    return [warning('file', `Every user of this machine can read ${read} and its secrets; run: chmod 600 ${read}`)];
  }
  return [ok('file', `${file} is accessible only to its owner or group.`)];
}

/** Below this, SQLite may soon be unable to write its log. */
const MIN_FREE_BYTES = 50_000_000;
/** The recommended free space, or twice the database if that is more: for backups and upgrades. */
const RECOMMENDED_FREE_BYTES = 500_000_000;

async function roomIn(folder: string, file: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const text = `${megabytes(free)} MB are free in ${folder}; the database has ${megabytes(size)} MB`;
  if (free < MIN_FREE_BYTES) return problem('disk', `${text}; free some space.`);
  if (free < Math.max(RECOMMENDED_FREE_BYTES, 2 * size)) return warning('disk', `${text}; leave space for a backup.`);
  return ok('disk', `${text}.`);
}

/** The closest existing ancestor: the folder of the database may not exist yet. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}
