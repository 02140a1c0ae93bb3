import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = fileURLToPath(new URL('build.ts', import.meta.url));

/**
 * The folder with the app as browsers get it. It is built by the first who asks, and kept for the next start until a
 * source changes.
 *
 * @throws Error when it cannot be built, with what the bundler said
 */
export async function builtApp(): Promise<string> {
  const name = `admin-${await fingerprint()}`;
  const kept = await writableFolder();
  const folder = join(kept, name);
  if (await exists(folder)) return folder;
  const draft = await mkdtemp(join(kept, 'building-'));
  try {
    await promisify(execFile)(process.execPath, [script, draft], { cwd: root });
    // Several processes may build at once: the first one's stays.
    await rename(draft, folder).catch(() => undefined);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Beside the installed packages; where nothing may be written there, in the folder for passing files. */
async function writableFolder(): Promise<string> {
  const beside = join(root, 'node_modules', '.cache', 'octavo');
  const made = await mkdir(beside, { recursive: true }).then(
    () => true,
    () => false,
  );
  const probe = made && (await mkdtemp(join(beside, 'probe-')).catch(() => null));
  if (!probe) return tmpdir();
  await rm(probe, { recursive: true });
  return beside;
}

function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

/** Changes with every source: the app, the client that it is built on, and the versions of all packages. */
async function fingerprint(): Promise<string> {
  const client = join(root, 'client');
  const own = (await readdir(client)).filter((name) => name.endsWith('.ts'));
  const app = await readdir(join(client, 'admin'), { recursive: true, withFileTypes: true });
  const files = [
    join(root, 'package-lock.json'),
    script,
    ...own.map((name) => join(client, name)),
    ...app.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  ].toSorted();
  const texts = await Promise.all(
    files.map(async (file) => `${file.slice(root.length)}\0${await readFile(file, 'utf8')}`),
  );
  return hash('sha256', texts.join('\0'), 'base64url').slice(0, 22);
}
