import { isLeftOut } from '../../../importers/markdown/read-files.ts';
import { insideFolder, type SourceFile } from './source-files.ts';

/** What somebody gave to the app: one zip, or files with their paths. */
export type Given = { zip: File } | { files: () => Promise<SourceFile[]> };

/** The folder that was chosen in a field. */
export function chosenFolder(list: FileList): Given {
  const files = [...list].map((file) => sourceFile(file, file.webkitRelativePath || file.name));
  return { files: () => Promise.resolve(insideFolder(files)) };
}

/**
 * What was dropped: a folder, several of them, files, or one zip.
 *
 * @param data of the event; the browser shows it only while the event lasts
 */
export function dropped(data: DataTransfer): Given {
  const [file] = data.files;
  if (data.files.length === 1 && file && /\.zip$/i.test(file.name)) return { zip: file };
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return { files: async () => insideFolder((await Promise.all(entries.map((entry) => walk(entry)))).flat()) };
}

async function walk(entry: FileSystemEntry): Promise<SourceFile[]> {
  if (isFile(entry)) return [sourceFile(await fileOf(entry), entry.fullPath.slice(1))];
  if (!isFolder(entry) || isLeftOut(entry.name)) return [];
  const files: SourceFile[] = [];
  for (const inside of await contentOf(entry)) files.push(...(await walk(inside)));
  return files;
}

async function contentOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // Browsers give at most a hundred at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function sourceFile(file: File, path: string): SourceFile {
  return { path, size: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) };
}
