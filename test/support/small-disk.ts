import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { skip } from './skip.ts';

/** A separate file system that can be filled. */
export interface SmallDisk {
  folder: string;
  /** Fills it to the last byte. */
  fill(): void;
  /** Frees the space. */
  free(): void;
  remove(): void;
}

/** A file system in memory. Skips the test if mounting is not allowed. */
export function smallDisk(test: Mocha.Context, megabytes: number): SmallDisk {
  return mounted(test, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs']);
}

/** A file system in a file, which can be made to fail writes like after an error (`remount(folder, 'abort')`). */
export function loopDisk(test: Mocha.Context, megabytes: number): SmallDisk {
  const image = join(tmpdir(), `octavo-disk-${process.pid}.img`);
  try {
    makeFileSystem(test, image, megabytes);
    return mounted(test, ['-o', 'loop', image]);
  } finally {
    // The loop device keeps it open.
    rmSync(image, { force: true });
  }
}

export function remount(folder: string, option: string): void {
  execFileSync('mount', ['-o', `remount,${option}`, folder], { stdio: 'pipe' });
}

function makeFileSystem(test: Mocha.Context, image: string, megabytes: number): void {
  try {
    closeSync(openSync(image, 'w', 0o600));
    truncateSync(image, megabytes * 1024 * 1024);
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' });
  } catch (error) {
    skipFor(test, error);
  }
}

function mounted(test: Mocha.Context, options: string[]): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-disk-'));
  const filler = join(folder, 'filler');
  try {
    execFileSync('mount', [...options, folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return skipFor(test, error);
  }
  return {
    folder,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
      rmSync(folder, { recursive: true });
    },
  };
}

/** Writes ever smaller pieces until there is no space for a single byte. */
function fill(file: string, piece = 1 << 20): void {
  const descriptor = openSync(file, 'a');
  try {
    while (writeSync(descriptor, Buffer.alloc(piece)) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
  if (piece > 1) fill(file, piece >> 10);
}

function skipFor(test: Mocha.Context, error: unknown): never {
  const [line] = String((error as Error).message).split('\n');
  return skip(test, `nothing can be mounted here (${line})`, { optional: true });
}
