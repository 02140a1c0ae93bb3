import { createReadStream, statSync, type Stats } from 'node:fs';
import { chown, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { syncFile } from '../sync-file.ts';
import { uploadedFiles, type KeptFiles, type MediaStorage, type StoredFile } from './storage.ts';

/** The folder that a URL such as `file:./data/media` or `file:///srv/media` names; null for a bucket. */
export function mediaFolder(mediaUrl: string): string | null {
  const path = /^file:(.*)$/s.exec(mediaUrl)?.[1];
  return path === undefined ? null : resolve(path.replace(/^\/\/(?=\/)/, ''));
}

/**
 * Stores files in a folder.
 *
 * @param folder its absolute path
 * @param kept which files it holds; default: uploaded files
 */
export function openFolder(folder: string, { pattern, isFlat }: KeptFiles = uploadedFiles): MediaStorage {
  const filePath = (stored: string) => join(folder, stored);
  const owner = process.getuid?.() === 0 ? ownerOf(folder) : null;

  return {
    name: `file:${folder}`,
    fileOf: filePath,
    // On the same file system: a file gets its place by a rename.
    incoming: join(folder, '.incoming'),
    async put(stored, file) {
      const place = filePath(stored);
      await mkdir(dirname(place), { recursive: true });
      await syncFile(file);
      if (owner) await giveTo(owner, [file, ...foldersOf(place, folder)]);
      await rename(file, place);
      for (const one of foldersOf(place, folder)) await syncFile(one);
      // A new folder is an entry of its parent, which the user of the service may be unable to read.
      await syncFile(dirname(folder)).catch(() => undefined);
    },
    async get(stored, range) {
      const file = await orNull(open(filePath(stored)));
      return file && createReadStream('', { fd: file, ...range });
    },
    async head(stored) {
      const found = await orNull(stat(filePath(stored)));
      return found?.isFile() ? factsOf(found) : null;
    },
    delete: (stored) => rm(filePath(stored), { force: true }),
    async *list() {
      const entries = await orNull(opendir(folder, { recursive: !isFlat }));
      if (!entries) return;
      for await (const entry of entries) {
        const file = join(entry.parentPath, entry.name);
        const stored = relative(folder, file).replaceAll(sep, '/');
        const found = entry.isFile() && pattern.test(stored) ? await orNull(stat(file)) : null;
        if (found) yield { path: stored, ...factsOf(found) };
      }
    },
  };
}

/** The folders of a file, up to that of the storage. Another upload may have created them without a sync yet. */
function foldersOf(place: string, folder: string): string[] {
  const folders = [dirname(place)];
  while (folders.at(-1)!.length > folder.length) folders.push(dirname(folders.at(-1)!));
  return folders;
}

/** The owner of a folder, or of the closest one that exists. */
function ownerOf(folder: string): Stats {
  return statSync(folder, { throwIfNoEntry: false }) ?? ownerOf(dirname(folder));
}

/** Files that a command stores as root belong to the owner of the folder, because the service runs as that user. */
async function giveTo({ uid, gid }: Stats, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const found = await stat(path);
    // A file with further hard links keeps its owner.
    if (found.isDirectory() || found.nlink === 1) await chown(path, uid, gid);
  }
}

function factsOf({ size, mtime }: { size: number; mtime: Date }): StoredFile {
  return { bytes: size, modifiedAt: mtime };
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
