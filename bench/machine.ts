import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { cpus, release as kernelRelease, tmpdir, totalmem, type } from 'node:os';

import { VERSION } from '../shared/version.ts';
import { CORES, isPinned } from './processes.ts';

/** What a result was measured on. No host name and no path: results are published. */
export interface Machine {
  processor: string;
  cores: number;
  memory: string;
  kernel: string;
  /** The file system under the databases: a durable write costs nothing in memory. */
  fileSystem: string;
  node: string;
  pinning: string;
  release: string;
  /** What was measured, with `+` where files were changed since; unknown outside a checkout. */
  commit: string;
  date: string;
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    kernel: `${type()} ${kernelRelease()}`,
    fileSystem: fileSystemOf(tmpdir()),
    node: process.version,
    pinning: isPinned ? `servers on core ${CORES.server}, load on core ${CORES.load}` : 'none',
    release: VERSION,
    commit: commitOf(),
    date: new Date().toISOString().slice(0, 10),
  };
}

function commitOf(): string {
  const git = spawnSync('git', ['describe', '--always', '--dirty=+', '--exclude=*'], { cwd: import.meta.dirname });
  return git.status === 0 ? git.stdout.toString().trim() : 'unknown';
}

/** By the magic numbers of statfs(2). */
const fileSystems: Record<number, string> = {
  0xef53: 'ext4',
  0x58465342: 'xfs',
  0x9123683e: 'btrfs',
  0x794c7630: 'overlay',
  0x01021994: 'tmpfs (in memory: durable writes are not what they are on a disk)',
};

function fileSystemOf(folder: string): string {
  return fileSystems[statfsSync(folder).type] ?? 'unknown';
}
