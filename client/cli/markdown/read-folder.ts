import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { sourcePostOf, type SourcePost } from './source-post.ts';

/** 4 MiB: a post of a million characters with room for its front matter, and what one write may carry. */
const LARGEST = 4 * 1024 * 1024;

/** What became of one file. Paths are relative to the folder, with `/`. */
export type FolderEntry =
  | { path: string; post: SourcePost }
  | { path: string; refused: string }
  | { path: string; skipped: string };

/**
 * Reads all posts (.md, .markdown) of a folder and the folders in it, in a fixed order. A bad file is reported and does
 * not stop the rest. Hidden folders and node_modules are left out, and so are symbolic links, which may lead round or out.
 * @throws Error with one sentence when the folder itself cannot be read
 */
export async function* readMarkdownFolder(folder: string): AsyncGenerator<FolderEntry, void> {
  await readdir(folder).catch((error: unknown) => {
    throw new Error(`The folder cannot be read: ${reasonOf(error)}.`);
  });
  const keys = new Map<string, string>();
  for await (const entry of entriesOf(folder, '')) {
    if (!('post' in entry)) {
      yield entry;
      continue;
    }
    const first = keys.get(entry.post.sourceKey);
    if (first === undefined) keys.set(entry.post.sourceKey, entry.path);
    yield first === undefined ? entry : { path: entry.path, refused: `It has the same source_key as ${first}.` };
  }
}

async function* entriesOf(folder: string, inside: string): AsyncGenerator<FolderEntry, void> {
  for (const item of await sortedItems(join(folder, inside))) {
    const path = `${inside}${item.name}`;
    if (item.isDirectory()) yield* folderEntries(folder, path, item.name);
    else if (item.isSymbolicLink()) yield { path, skipped: 'It is a symbolic link.' };
    else if (/\.mdx$/i.test(item.name)) yield { path, skipped: 'It is MDX, which is a program and not only text.' };
    else if (!item.isFile() || !/\.(?:md|markdown)$/i.test(item.name)) continue;
    else if (item.name.startsWith('_index.')) yield { path, skipped: 'It is the page of a section and not a post.' };
    else yield await fileEntry(folder, path);
  }
}

async function* folderEntries(folder: string, path: string, name: string): AsyncGenerator<FolderEntry, void> {
  if (name.startsWith('.') || name === 'node_modules') return;
  try {
    yield* entriesOf(folder, `${path}/`);
  } catch (error) {
    yield { path, refused: reasonOf(error) };
  }
}

async function fileEntry(folder: string, path: string): Promise<FolderEntry> {
  try {
    const file = join(folder, path);
    if ((await stat(file)).size > LARGEST) return { path, refused: 'It is larger than 4 MB.' };
    return { path, post: sourcePostOf(path, utf8(await readFile(file))) };
  } catch (error) {
    return { path, refused: reasonOf(error) };
  }
}

async function sortedItems(folder: string): Promise<Dirent[]> {
  const items = await readdir(folder, { withFileTypes: true });
  return items.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('It is not UTF-8 text.');
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
