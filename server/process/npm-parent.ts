import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';

/** The interval at which the parents are looked at, in milliseconds. */
const LOOK_EVERY = 500;
/** npm starts a script in a shell, which may stay between the two. */
const MAX_SHELLS = 2;

const RUNNER = /(^|[\s/\\])(npm|npx|pnpm|yarn)(-cli\.c?js|\.c?js)?(\s|$)/;
const SHELL = /^\S*sh\s+-c(\s|$)/;

interface Parent {
  ppid: number;
  /** Its command line, with spaces between the arguments. */
  command: string;
}

/**
 * Stops a service that npm or npx has started when these have ended, since they do not always pass on a signal, and cannot
 * pass on SIGKILL: the service would stay without anybody who knows of it. A service that was started otherwise, in a
 * shell or with nohup, outlives its parents.
 */
export function stopWithNpm(log: Logger): void {
  const lineage = lineageToNpm();
  if (lineage === null) return;
  const timer = setInterval(() => {
    // npm may have passed on its signal: a second one would end the process at once.
    if (isIntact(lineage) || process.listenerCount('SIGTERM') === 0) return;
    clearInterval(timer);
    log.info('npm has ended');
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY).unref();
}

/** The processes from the parent to npm; null when npm is none of them. */
function lineageToNpm(): number[] | null {
  // Inherited by everything that is started from a script, also hours later.
  if (process.env['npm_execpath'] === undefined) return null;
  const lineage = [process.ppid];
  for (let shells = 0; shells <= MAX_SHELLS; shells++) {
    const parent = parentOf(lineage.at(-1)!);
    if (parent === null) return null;
    if (RUNNER.test(parent.command) && !SHELL.test(parent.command)) return lineage;
    if (!SHELL.test(parent.command)) return null;
    lineage.push(parent.ppid);
  }
  return null;
}

/** Whether each is still the parent of the one before: the system gives the children of an ended one to another. */
function isIntact([parent, ...others]: number[]): boolean {
  if (process.ppid !== parent) return false;
  if (process.platform !== 'linux') return others.every(isRunning);
  const pids = [parent, ...others];
  return others.every((one, at) => ofLinux(pids[at]!)?.ppid === one);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function parentOf(pid: number): Parent | null {
  return process.platform === 'linux' ? ofLinux(pid) : elsewhere(pid);
}

function ofLinux(pid: number): Parent | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return { ppid: Number(fields[1]), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ') };
  } catch {
    return null;
  }
}

function elsewhere(pid: number): Parent | null {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [, ppid, command = ''] = /^(\d+) +(\S.*)$/s.exec(line) ?? [];
    return ppid === undefined ? null : { ppid: Number(ppid), command };
  } catch {
    return null;
  }
}
