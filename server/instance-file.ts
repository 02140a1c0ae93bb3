import { readFile, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';

import { VERSION } from '../shared/version.ts';

const schema = z.object({ url: z.string().min(1), pid: z.int(), version: z.string() });

/** Describes the service that runs on an SQLite file, for `octavo status`. */
export type Instance = z.output<typeof schema>;

/**
 * Writes the file `<database>.instance.json`. A full disk does not stop the service.
 *
 * @returns a function that deletes it
 */
export async function writeInstance(database: string, url: string): Promise<() => Promise<void>> {
  const instance: Instance = { url, pid: process.pid, version: VERSION };
  await writeFile(fileOf(database), JSON.stringify(instance), { mode: 0o600 }).catch(() => undefined);
  return () => deleteInstance(database);
}

/** Deletes the file, even that of a service that was killed. */
export function deleteInstance(database: string): Promise<void> {
  return rm(fileOf(database), { force: true }).catch(() => undefined);
}

/** Reads the file; null when there is none. After a crash it is older than the service. */
export async function readInstance(database: string): Promise<Instance | null> {
  const text = await readFile(fileOf(database), 'utf8').catch(() => '');
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function fileOf(database: string): string {
  return `${database}.instance.json`;
}
