import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * Runs a task of database-child.ts in several processes, which start it at the same time.
 *
 * @returns the output of each
 */
export async function inChildren(count: number, task: string, url: string): Promise<string[]> {
  const children = Array.from({ length: count }, () => start(task, url));
  await Promise.all(children.map(({ process }) => once(process.stderr, 'data'))); // they say that they are ready
  children.forEach(({ process }) => process.stdin.end());
  return Promise.all(children.map(({ result }) => result));
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function start(task: string, url: string): { process: Child; result: Promise<string> } {
  const child = spawn(process.execPath, [script, task, url], { stdio: ['pipe', 'pipe', 'pipe'] });
  return { process: child, result: finish(child) };
}

async function finish(child: Child): Promise<string> {
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) {
    throw new Error(`The child ended with ${code}: ${errors}`);
  }
  return output.trim();
}

const script = fileURLToPath(new URL('database-child.ts', import.meta.url));
