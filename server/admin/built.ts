import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = fileURLToPath(new URL('build.ts', import.meta.url));

const kept = join(root, 'node_modules', '.cache', 'octavo');

/** The one build of this process. */
let building: Promise<string> | undefined;

/**
 * The folder with the app as browsers get it. It is built by the first who asks, and kept beside the installed packages
 * for the next start until a source changes; where nothing may be written there, every start builds it.
 *
 * @throws Error when it cannot be built, with what the bundler said
 */
export function builtApp(): Promise<string> {
  building ??= find();
  building.catch(() => (building = undefined));
  return building;
}

async function find(): Promise<string> {
  const folder = join(kept, `admin-${await fingerprint()}`);
  if (await exists(folder)) return folder;
  const draft = await newFolder();
  try {
    await promisify(execFile)(process.execPath, [script, draft], { cwd: root });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  if (!draft.startsWith(kept)) return draft;
  // Several processes may build at once: the first one's stays.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return folder;
}

/** A new folder, which nobody else can have prepared: beside the packages, else where passing files go. */
async function newFolder(): Promise<string> {
  const name = 'building-';
  try {
    await mkdir(kept, { recursive: true });
    return await mkdtemp(join(kept, name));
  } catch {
    return mkdtemp(join(tmpdir(), `octavo-${name}`));
  }
}

function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

/** Changes with every source: the app, the client that it is built on, and the versions of all packages. */
async function fingerprint(): Promise<string> {
  const client = await readdir(join(root, 'client'), { recursive: true, withFileTypes: true });
  const files = client.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sources = [join(root, 'package-lock.json'), script, ...files].toSorted();
  const texts = await Promise.all(
    sources.map(async (file) => `${file.slice(root.length)}\0${await readFile(file, 'utf8')}`),
  );
  return hash('sha256', texts.join('\0'), 'base64url').slice(0, 22);
}
