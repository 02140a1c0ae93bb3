import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isLeftOut, kindOf, onePerKey, postEntry, reasonOf, type FolderEntry } from './read-files.ts';

export type { FolderEntry } from './read-files.ts';

/**
 * Reads all posts (.md, .markdown) of a folder and the folders in it, in a fixed order. A bad file is reported and does
 * not stop the rest. Hidden folders and node_modules are left out, and so are symbolic links, which may lead round or out.
 * @throws Error with one sentence when the folder itself cannot be read
 */
export async function* readMarkdownFolder(folder: string): AsyncGenerator<FolderEntry, void> {
  await readdir(folder).catch((error: unknown) => {
    throw new Error(`The folder cannot be read: ${reasonOf(error)}.`);
  });
  yield* onePerKey(entriesOf(folder, ''));
}

async function* entriesOf(folder: string, inside: string): AsyncGenerator<FolderEntry, void> {
  for (const item of await sortedItems(join(folder, inside))) {
    const path = `${inside}${item.name}`;
    if (item.isDirectory()) yield* folderEntries(folder, path, item.name);
    else if (item.isSymbolicLink()) yield { path, skipped: 'It is a symbolic link.' };
    else if (item.isFile()) yield* fileEntries(folder, path, item.name);
  }
}

async function* folderEntries(folder: string, path: string, name: string): AsyncGenerator<FolderEntry, void> {
  if (isLeftOut(name)) return;
  try {
    yield* entriesOf(folder, `${path}/`);
  } catch (error) {
    yield { path, refused: reasonOf(error) };
  }
}

async function* fileEntries(folder: string, path: string, name: string): AsyncGenerator<FolderEntry, void> {
  const kind = kindOf(name);
  if (kind === 'post') yield await fileEntry(path, join(folder, path));
  else if (kind !== 'other') yield { path, ...kind };
}

async function fileEntry(path: string, file: string): Promise<FolderEntry> {
  try {
    return await postEntry(path, (await stat(file)).size, () => readFile(file));
  } catch (error) {
    return { path, refused: reasonOf(error) };
  }
}

async function sortedItems(folder: string): Promise<Dirent[]> {
  const items = await readdir(folder, { withFileTypes: true });
  return items.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
