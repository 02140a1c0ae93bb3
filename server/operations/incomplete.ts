import { rmSync } from 'node:fs';

import { SQLITE_SUFFIXES } from '../storage/copy/owner-only.ts';
import { deleteSqlite } from '../storage/copy/sqlite-copy.ts';

/** The signals that end a command. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Writes an SQLite file that is incomplete, or needed only for a while. Nothing is left under its name, also when `work`
 * fails or a signal ends the command.
 */
export async function withIncomplete<T>(file: string, work: () => Promise<T>): Promise<T> {
  const endBy = (signal: NodeJS.Signals) => {
    for (const end of SQLITE_SUFFIXES) rmSync(file + end, { force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, endBy);
  try {
    return await work();
  } finally {
    await deleteSqlite(file);
    for (const signal of SIGNALS) process.off(signal, endBy);
  }
}
