import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

import { startTestService, type TestService } from './service.ts';
import { databaseKinds } from './databases.ts';
import { program } from './programs.ts';
import { newFolder } from './run.ts';

/** The result of a command. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** The standard input; empty by default. */
  input?: string;
  /** Further environment variables. */
  env?: Record<string, string>;
}

/** A service on SQLite, and the `octavo` command, which knows only this service. */
export interface Terminal {
  service: TestService;
  /** A temporary folder. */
  folder: string;
  /** The DATABASE_URL of the service. */
  databaseUrl: string;
  run: (args: string[], options?: RunOptions) => Promise<Outcome>;
  /** Runs a command with --json; returns its output. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  json: (args: string[], options?: RunOptions) => Promise<any>;
  close: () => Promise<void>;
}

/**
 * @param options with `administrator: false` the test does the set-up; otherwise the command has a token. With `inThreads`
 *   each command runs in a thread of this process, which takes less time than a process of its own.
 * @param environment further variables of the service
 */
export async function openTerminal(
  { administrator = true, inThreads = false } = {},
  environment = {},
): Promise<Terminal> {
  const [sqlite] = databaseKinds;
  const databaseUrl = await sqlite!.freshUrl();
  const service = await startTestService(sqlite!, { DATABASE_URL: databaseUrl, ...environment }, { administrator });
  const folder = await newFolder();
  const known = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    HOME: folder,
    // A thread has the home of its process.
    ...(inThreads && { XDG_CONFIG_HOME: join(folder, '.config') }),
    TMPDIR: folder,
    OCTAVO_URL: service.url,
    ...(administrator && { OCTAVO_TOKEN: service.token }),
  };
  const run = (args: string[], { input = '', env = {} }: RunOptions = {}) =>
    (inThreads ? runInThread : runOctavo)(args, input, { ...known, ...env });
  return {
    service,
    folder,
    databaseUrl,
    run,
    json: async (args, options) => {
      const { stdout, stderr, code } = await run([...args, '--json'], options);
      if (stdout === '') throw new Error(`octavo ${args.join(' ')} printed nothing, and ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as unknown;
    },
    close: service.close,
  };
}

/** Writes files and their folders. */
export async function writeFiles(folder: string, files: Record<string, string | Uint8Array>): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/**
 * Runs the `octavo` command as a process.
 *
 * @param env its whole environment
 * @param cwd its folder; default: that of the sources
 */
export async function runOctavo(
  args: string[],
  input: string,
  env: Record<string, string>,
  cwd?: string,
): Promise<Outcome> {
  const child = spawn(process.execPath, [program('bin/octavo'), ...args], { env, cwd, stdio: 'pipe' });
  // A command that exits without reading its input closes the pipe.
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, stdout, stderr };
}

async function runInThread(args: string[], input: string, env: Record<string, string>): Promise<Outcome> {
  // A standard input that the command does not read keeps its thread.
  const options = { argv: args, env, stdin: input !== '', stdout: true, stderr: true };
  const thread = new Worker(program('bin/octavo'), options);
  thread.stdin?.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(thread.stdout), text(thread.stderr), once(thread, 'exit')]);
  return { code: code as number, stdout, stderr };
}
