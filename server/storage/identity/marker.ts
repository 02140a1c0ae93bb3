import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import { newFile } from '../files/incoming.ts';
import type { MediaStorage } from '../files/storage.ts';

/** What a folder or bucket holds: uploaded files, or backups. */
export type PlaceKind = 'media' | 'backups';

/** The names of the markers. No pattern of stored files matches them, so that nothing lists, serves or copies them. */
export const MARKERS: Record<PlaceKind, string> = {
  media: 'octavo-media.json',
  backups: 'octavo-backups.json',
};

const ABOUT: Record<PlaceKind, string> = {
  media: 'Uploaded files of the Octavo blog with this database. Without this file it stores none here.',
  backups: 'Backups of the Octavo blog with this database. Without this file it makes none here.',
};

/**
 * Reads which database a place belongs to.
 *
 * @returns its identity; null without a readable marker
 * @throws the errors of the storage
 */
export async function readMarker(storage: MediaStorage, kind: PlaceKind): Promise<string | null> {
  const stored = await storage.get(MARKERS[kind]);
  if (!stored) return null;
  const text = (await buffer(stored)).toString('utf8');
  try {
    const { database } = JSON.parse(text) as { database?: unknown };
    return typeof database === 'string' ? database : null;
  } catch {
    return null;
  }
}

/** Marks a place as that of a database. */
export async function writeMarker(storage: MediaStorage, kind: PlaceKind, database: string): Promise<void> {
  const file = await newFile(storage.incoming);
  try {
    const content = { about: ABOUT[kind], database, markedAt: new Date().toISOString() };
    await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    await storage.put(MARKERS[kind], file, 'application/json');
  } finally {
    await rm(file, { force: true });
  }
}
