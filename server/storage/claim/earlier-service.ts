import { readdirSync, statSync } from 'node:fs';

import { isRunning } from '../../process/is-running.ts';
import { readInstance, type Instance } from './instance-file.ts';

/** The first version that locks its database. */
const FIRST_WITH_LOCK = [2, 25, 0];

/**
 * Finds a running service of an earlier version, which has no lock, on an SQLite file. What a killed one left does not
 * count, even if another program has its process id now.
 */
export async function findEarlierService(file: string): Promise<Instance | null> {
  const instance = await readInstance(file);
  if (!instance || hasLock(instance) || instance.pid === process.pid || !isRunning(instance.pid)) return null;
  const isOpen = hasOpen(instance.pid, file) ?? (await serves(instance));
  return isOpen ? instance : null;
}

function hasLock({ version }: Instance): boolean {
  const numbers = version.split('.').map(Number);
  const at = FIRST_WITH_LOCK.findIndex((number, index) => number !== numbers[index]);
  return at === -1 || (numbers[at] ?? 0) > FIRST_WITH_LOCK[at]!;
}

/** Whether a process has the file open; null where that cannot be seen: only Linux shows it, and not for other users. */
function hasOpen(pid: number, file: string): boolean | null {
  const folder = `/proc/${pid}/fd`;
  const { dev, ino } = statSync(file, { bigint: true });
  try {
    return readdirSync(folder).some((descriptor) => {
      const open = statSync(`${folder}/${descriptor}`, { bigint: true, throwIfNoEntry: false });
      return open?.ino === ino && open.dev === dev;
    });
  } catch {
    return null;
  }
}

/** Whether a service of this version answers at its URL. */
async function serves({ url, version }: Instance): Promise<boolean> {
  // Its client of HTTP would make Node load its own fetch with each start.
  const { askVersion } = await import('./ask-service.ts');
  return (await askVersion(url)) === version;
}
