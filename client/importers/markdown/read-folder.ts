import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { describeReason } from '../unfit.ts';
import { readEntry, isLeftOut, fileKind, onePerKey, type FolderEntry } from './read-files.ts';

export type { FolderEntry } from './read-files.ts';

/**
 * Reads all posts (.md, .markdown) of a folder and its subfolders, in a fixed order. An invalid file is reported and
 * does not stop the import. Hidden folders, node_modules and symbolic links are skipped.
 * @throws Error with one sentence if the folder itself cannot be read
 */
export async function* readMarkdownFolder(folder: string): AsyncGenerator<FolderEntry, void> {
  await readdir(folder).catch((error: unknown) => {
    throw new Error(`The folder cannot be read: ${describeReason(error)}.`);
  });
  yield* onePerKey(entriesOf(folder, ''));
}

async function* entriesOf(folder: string, inside: string): AsyncGenerator<FolderEntry, void> {
  for (const item of await sortedItems(join(folder, inside))) {
    const path = `${inside}${item.name}`;
    if (item.isDirectory()) yield* folderEntries(folder, path, item.name);
    else if (item.isSymbolicLink()) yield { path, skipped: 'It is a symbolic link.' };
    else if (item.isFile()) yield* fileEntries(folder, path);
  }
}

async function* folderEntries(folder: string, path: string, name: string): AsyncGenerator<FolderEntry, void> {
  if (isLeftOut(name)) return;
  try {
    yield* entriesOf(folder, `${path}/`);
  } catch (error) {
    yield { path, refused: describeReason(error) };
  }
}

async function* fileEntries(folder: string, path: string): AsyncGenerator<FolderEntry, void> {
  if (fileKind(path) === 'other') return;
  const file = join(folder, path);
  try {
    const entry = await readEntry({
      path: path.normalize('NFC'),
      size: (await stat(file)).size,
      read: () => readBytes(file),
    });
    if (entry) yield entry;
  } catch (error) {
    yield { path, refused: describeReason(error) };
  }
}

async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}

async function sortedItems(folder: string): Promise<Dirent[]> {
  const items = await readdir(folder, { withFileTypes: true });
  return items.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
