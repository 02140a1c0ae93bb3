import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { program } from './programs.ts';
import { until } from './until.ts';

const processes = new Set<ChildProcess>();

/** A process of `server/main.ts`. */
export interface Started {
  process: ChildProcess;
  /** Its output so far. */
  output: () => string;
  errors: () => string;
  /** Resolves with its URL when it serves; rejects if it exits before. */
  url: Promise<string>;
  /** Resolves with the exit code or the signal. */
  ended: Promise<number | string>;
}

/**
 * Starts the service with this environment only.
 *
 * @param cwd the folder of `.env` and ./data
 * @param output a file descriptor for its output, instead of the pipe that the test reads
 * @param file its program, when that is not the bundle, and the arguments of that
 */
export function start(
  cwd: string,
  env: Record<string, string> = {},
  output: 'pipe' | number = 'pipe',
  file: string | string[] = program('server/main'),
): Started {
  const child = spawn(process.execPath, [file].flat(), {
    cwd,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', output, 'pipe'],
  });
  processes.add(child);
  const written = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.errors += text));
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? '');
  return {
    process: child,
    output: () => written.output,
    errors: () => written.errors,
    url: Promise.race([addressIn(child), ended.then((code) => fail(code, written))]),
    ended,
  };
}

/**
 * Resolves with the URL when the service takes writes. After a kill, it checks an SQLite file first.
 *
 * @throws Error if it ends before
 */
export async function ready({ url }: Pick<Started, 'url'>): Promise<string> {
  const address = await url;
  await until(async () => (await fetch(`${address}/readyz`)).ok);
  return address;
}

/** For `after`: kills processes that a test left running. */
export async function cleanUp(): Promise<void> {
  const running = [...processes].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  processes.clear();
  await Promise.all(running.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
}

/** Resolves when a line of the output matches. */
export async function lineOf({ process: child, output }: Started, pattern: RegExp): Promise<string> {
  for (;;) {
    const line = output()
      .split('\n')
      .slice(0, -1)
      .find((one) => pattern.test(one));
    if (line !== undefined) return line;
    if (child.stdout) await once(child.stdout, 'data');
  }
}

async function addressIn({ stdout }: ChildProcess): Promise<string> {
  if (stdout) {
    for await (const line of createInterface(stdout)) {
      const url = /^Octavo serves (\S+)$/.exec(line)?.[1];
      if (url !== undefined) return url;
    }
  }
  return new Promise(() => undefined);
}

function fail(code: number | string, written: { output: string; errors: string }): never {
  throw new Error(`It ended with ${code} before it served:\n${written.output}${written.errors}`);
}
