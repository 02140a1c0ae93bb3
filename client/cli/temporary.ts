import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The signals that end a command. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const incomplete = new Set<string>();

/**
 * Writes a file under a temporary name, from which `write` renames it. Nothing is left under that name, also when
 * writing fails or a signal ends the command.
 *
 * @param path the final name
 */
export async function withTemporary<T>(path: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  if (incomplete.size === 0) for (const signal of SIGNALS) process.once(signal, endBy);
  incomplete.add(temporary);
  try {
    return await write(temporary);
  } finally {
    await rm(temporary, { force: true });
    incomplete.delete(temporary);
    if (incomplete.size === 0) for (const signal of SIGNALS) process.off(signal, endBy);
  }
}

function endBy(signal: NodeJS.Signals): void {
  for (const path of incomplete) rmSync(path, { force: true });
  process.kill(process.pid, signal);
}
