import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, so that it can be filled. */
export interface SmallDisk {
  folder: string;
  /** Not one byte is left. */
  fill(): void;
  /** There is room again. */
  free(): void;
  remove(): void;
}

/** @returns null, with a loud line, where this machine lets nobody mount */
export function smallDisk(megabytes: number): SmallDisk | null {
  return mounted(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs']);
}

/** A real file system in a file: it can be made to refuse writes as after an error (`remount(folder, 'abort')`). */
export function loopDisk(megabytes: number): SmallDisk | null {
  const image = join(tmpdir(), `octavo-disk-${process.pid}.img`);
  try {
    closeSync(openSync(image, 'w', 0o600));
    truncateSync(image, megabytes * 1024 * 1024);
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' });
    return mounted(['-o', 'loop', image]);
  } catch (error) {
    return impossible(error);
  } finally {
    // The loop device holds on to it.
    rmSync(image, { force: true });
  }
}

export function remount(folder: string, option: string): void {
  execFileSync('mount', ['-o', `remount,${option}`, folder], { stdio: 'pipe' });
}

function mounted(options: string[]): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-disk-'));
  const filler = join(folder, 'filler');
  try {
    execFileSync('mount', [...options, folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return impossible(error);
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

/** In ever smaller pieces, until there is no room for a single byte. */
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

function impossible(error: unknown): null {
  console.warn(
    `\n  !!! NO REAL FAULT: nothing can be mounted here (${String((error as Error).message).split('\n')[0]}) !!!`,
  );
  return null;
}
