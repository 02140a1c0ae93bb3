import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';

import { VERSION } from '../../../shared/version.ts';
import { syncFile } from '../sync-file.ts';

// The file `<database>.instance.json` describes the service that runs on an SQLite file. It is deleted when the service ends
// properly: one that is left shows that it did not.

const schema = z.object({
  /** Empty until it serves. */
  url: z.string(),
  pid: z.int(),
  version: z.string(),
  /** Absent before version 2.25.0. */
  host: z.string().optional(),
});

/** Describes the service that runs on an SQLite file. */
export type Instance = z.output<typeof schema>;

/** Writes the file to the disk, before anything is written to the database. A full disk does not stop the service. */
export async function writeInstance(database: string): Promise<void> {
  await write(database, '').catch(() => undefined);
  await syncFile(instanceFile(database)).catch(() => undefined);
  await syncFile(dirname(database)).catch(() => undefined);
}

/** Adds the URL of the service. */
export function announceInstance(database: string, url: string): Promise<void> {
  return write(database, url).catch(() => undefined);
}

/** Deletes the file, even that of a service that was killed. */
export function deleteInstance(database: string): Promise<void> {
  return rm(instanceFile(database), { force: true }).catch(() => undefined);
}

/** Whether there is the file, even an incomplete one. */
export function hasInstance(database: string): boolean {
  return existsSync(instanceFile(database));
}

/** Reads the file; null when there is none. After a crash it is older than the service. */
export async function readInstance(database: string): Promise<Instance | null> {
  const text = await readFile(instanceFile(database), 'utf8').catch(() => '');
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function write(database: string, url: string): Promise<void> {
  const instance: Instance = { url, pid: process.pid, version: VERSION, host: hostname() };
  return writeFile(instanceFile(database), JSON.stringify(instance), { mode: 0o600 });
}

function instanceFile(database: string): string {
  return `${database}.instance.json`;
}
