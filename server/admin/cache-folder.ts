import { lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = fileURLToPath(new URL('../../node_modules/.cache/octavo', import.meta.url));

/**
 * Where what was built is kept: beside the installed packages; where nothing may be written there, in a folder of this
 * user's own among the passing files.
 */
export async function cacheFolder(): Promise<string> {
  if (await isWritable(beside)) return beside;
  const own = join(tmpdir(), `octavo-${userInfo().uid}`);
  await mkdir(own, { mode: 0o700 }).catch(() => undefined);
  // Everybody may write among the passing files: what somebody else put there is not to be served.
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
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === userInfo().uid && (found.mode & 0o077) === 0;
}
