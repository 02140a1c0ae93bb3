import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Servers run on the first core, whatever measures them on the second; what has threads of its own takes both. */
export const CORES = { server: 0, load: 1, both: '0,1' } as const;

/** Whether processes can be held on a core: Linux with `taskset` and two cores. */
export const isPinned = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

export interface StartOptions {
  core: keyof typeof CORES;
  env?: Record<string, string>;
  cwd?: string;
  /** Options of Node itself. */
  flags?: readonly string[];
  /** Arguments of the program. */
  args?: readonly string[];
  /** Opens a channel for messages; a program of ours ends when it closes. */
  channel?: boolean;
  /** Whether what it prints is shown. */
  prints?: boolean;
}

/** A process that a benchmark started. */
export interface Running {
  pid: number;
  /** Sends a message and resolves with the answer; rejects when the process ends. */
  ask<T>(message: unknown): Promise<T>;
  /** Rejects when the process ends by itself. */
  ended: Promise<never>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
const state = { ending: false };

/**
 * Runs a benchmark in a temporary folder. Whatever happens, Ctrl-C included, every process that it started is ended, by
 * its id, and the folder is removed.
 *
 * @param killOthers kills processes that were not started by `start`
 */
export async function inWorkshop(
  work: (folder: string) => Promise<void>,
  killOthers: () => void = () => undefined,
): Promise<void> {
  // A program may have one after the other.
  state.ending = false;
  const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
  const cleanUp = async () => {
    state.ending = true;
    killOthers();
    await Promise.all([...running].map(end));
    // What ends may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  }
  // For uncaught errors.
  process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));
  if (isPinned) spawnSync('taskset', ['-apc', String(CORES.load), String(process.pid)]);
  try {
    await work(folder);
  } finally {
    await cleanUp();
  }
}

/** Starts a program for Node. Without `prints`, only its errors are shown. */
export function start(
  script: URL,
  { core, env = {}, cwd, flags = [], args: own = [], channel = false, prints = false }: StartOptions,
): Running {
  if (state.ending) throw new Error('the benchmark is over');
  const node = [process.execPath, ...flags, fileURLToPath(script), ...own];
  const [command = '', ...args] = isPinned ? ['taskset', '-c', String(CORES[core]), ...node] : node;
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', prints ? 'inherit' : 'ignore', 'inherit', ...(channel ? (['ipc'] as const) : [])],
  });
  running.add(child);
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      running.delete(child);
      reject(new Error(`${script.pathname.split('/').at(-1)} ended with ${code ?? signal}`));
    });
  });
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ended,
    ask: (message) => Promise.race([answerOf(child, message), ended]) as Promise<never>,
    stop: () => end(child),
  };
}

/**
 * Kills a process after some time, as kill -9 does, and waits for its end. Rejects if it has ended by itself, also when
 * that is awaited only later.
 */
export function killAfter({ pid, ended }: Running, milliseconds: number): Promise<void> {
  const killing = Promise.race([wait(milliseconds), ended]).then(() => {
    process.kill(pid, 'SIGKILL');
    return ended.catch(() => undefined);
  });
  killing.catch(() => undefined);
  return killing;
}

function answerOf(child: ChildProcess, message: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.send(message as object, (error) => error && reject(error));
  });
}

/** Milliseconds that a process has to end by itself. */
const PATIENCE = 6000;

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
