import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Packed files of releases, which never change. */
const kept = join(root, 'node_modules/.cache/octavo-releases');

/** A package that is installed in a folder of its own. */
export interface InstalledPackage {
  /** The program, for Node. */
  command: string;
  /** The size of the packed file, in bytes. */
  packed: number;
  /** The folder that contains `node_modules`. */
  folder: string;
  /** How long npm took to install it. */
  seconds: number;
}

/** Packs this checkout, and installs the file as its users do. */
export async function installThis(folder: string): Promise<InstalledPackage> {
  return install(pack(root, folder), join(folder, 'this'));
}

/** Installs the last release, which the history of this checkout contains. */
export async function installLastRelease(folder: string): Promise<InstalledPackage & { version: string }> {
  const list = await readFile(join(root, 'test/releases/README.md'), 'utf8');
  const [, version = '', commit = ''] = Array.from(list.matchAll(/^\| ([\d.]+) +\| `(\w+)`/gm)).at(-1) ?? [];
  const file = join(kept, `octavo-${version}.tgz`);
  if (!existsSync(file)) await packRelease(commit);
  return { ...(await install(file, join(folder, 'last'))), version };
}

async function packRelease(commit: string): Promise<void> {
  const checkout = await mkdtemp(join(tmpdir(), 'octavo-release-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  try {
    git('worktree', 'add', '--detach', checkout, commit);
    npm(['ci'], checkout);
    await mkdir(kept, { recursive: true });
    pack(checkout, kept);
  } finally {
    git('worktree', 'remove', '--force', checkout);
    await rm(checkout, { recursive: true, force: true });
  }
}

/** @returns the packed file */
function pack(checkout: string, into: string): string {
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--pack-destination', into], checkout)) as [
    { filename: string },
  ];
  return join(into, filename);
}

async function install(file: string, folder: string): Promise<InstalledPackage> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const begun = performance.now();
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', file], folder);
  const seconds = (performance.now() - begun) / 1000;
  const packed = (await readFile(file)).length;
  return { command: join(folder, 'node_modules/octavo/bin/octavo.cjs'), packed, folder, seconds };
}

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
}
