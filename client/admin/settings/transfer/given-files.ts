import { isArchive } from '../../../importers/archive/is-archive.ts';
import { givenFile, insideFolder, type GivenFile } from '../../../importers/given/given-file.ts';
import { isLeftOut } from '../../../importers/markdown/read-files.ts';
import { loadFile } from '../../api/load-file.ts';

/** The chosen or dropped files. They can be read again while they stay where they are. */
export interface Given {
  /** The names of the files and folders. */
  names: string[];
  /** @throws Error with one sentence if a ZIP is damaged, a file is gone, or something lies beside an archive */
  read(): Promise<GivenContent>;
}

/** The files that were given, or the archive of Octavo. */
export type GivenContent = { files: GivenFile[] } | { archive: File };

/** The files chosen in a file input, or those of a folder. */
export function filesFromInput(list: FileList): Given {
  const all = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const names = [...new Set(all.map(({ path }) => path.replace(/\/.*/s, '')))];
  return { names, read: () => unpackZips(all) };
}

/**
 * The dropped files and folders.
 *
 * @param data of the event; only readable during the event
 */
export function filesFromDrop(data: DataTransfer): Given {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return {
    names: entries.map(({ name }) => name),
    read: async () => unpackZips((await Promise.all(entries.map((entry) => walk(entry)))).flat()),
  };
}

interface Found {
  path: string;
  file: File;
}

/** ZIPs that were given by themselves are unpacked, except an archive. */
async function unpackZips(given: Found[]): Promise<GivenContent> {
  const files: GivenFile[] = [];
  for (const { path, file } of given) {
    if (path.includes('/') || !/\.zip$/i.test(path)) {
      files.push(givenFile(path, file));
      continue;
    }
    const { filesOfZip } = await loadFile(() => import('../../../importers/given/files-of-zip.ts'));
    const inside = await filesOfZip(path, file);
    if (isArchive(inside.map((one) => one.path))) {
      if (given.length > 1) throw new Error(`${path} is an archive of Octavo: import it alone.`);
      return { archive: file };
    }
    files.push(...inside);
  }
  return { files: insideFolder(files) };
}

async function walk(entry: FileSystemEntry): Promise<Found[]> {
  if (isFile(entry)) return [{ path: entry.fullPath.slice(1), file: await readEntry(entry) }];
  if (!isFolder(entry) || isLeftOut(entry.name)) return [];
  const files: Found[] = [];
  for (const inside of await listFolder(entry)) files.push(...(await walk(inside)));
  return files;
}

async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // readEntries returns at most 100 entries per call, and an empty list at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

function readEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, (cause) => reject(new Error(`${entry.name} cannot be read: ${cause.message}`, { cause })));
  });
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
