import { lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const preferred = fileURLToPath(new URL('../../../node_modules/.cache/octavo', import.meta.url));

/**
 * The folder for builds: beside the installed packages or, if that is read-only, a folder of this user in the temporary
 * directory.
 */
export async function cacheFolder(): Promise<string> {
  if (await isWritable(preferred)) return preferred;
  const own = join(tmpdir(), `octavo-${userInfo().uid}`);
  await mkdir(own, { mode: 0o700 }).catch(() => undefined);
  // Any user can write to the temporary directory, and files of another user must not be served.
  return (await isOwn(own)) ? own : mkdtemp(join(tmpdir(), 'octavo-'));
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await rmdir(await mkdtemp(join(folder, 'probe-')));
    return true;
  } catch {
    return false;
  }
}

async function isOwn(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => null);
  return stats !== null && stats.isDirectory() && stats.uid === userInfo().uid && (stats.mode & 0o077) === 0;
}
