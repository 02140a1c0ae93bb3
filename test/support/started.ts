import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const processes = new Set<ChildProcess>();

/** `node server/main.ts` as a process of its own. */
export interface Started {
  process: ChildProcess;
  /** What it wrote so far. */
  output: () => string;
  errors: () => string;
  /** Settles with its address once it serves; rejects when it ends before. */
  url: Promise<string>;
  /** Settles with the exit code, or with the signal's name. */
  ended: Promise<number | string>;
}

/**
 * Starts the service with this environment and nothing of the test's own.
 *
 * @param cwd where `.env` is looked for, and where ./data goes
 * @param output a file descriptor in place of the pipe that the test reads
 */
export function start(cwd: string, env: Record<string, string> = {}, output: 'pipe' | number = 'pipe'): Started {
  const child = spawn(process.execPath, [main], {
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

/** For `after`: ends what a test left running. */
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
