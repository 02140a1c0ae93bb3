import { isLeftOut, kindOf, onePerKey, postEntry, type FolderEntry } from '../../../importers/markdown/read-files.ts';

/** A file that somebody gave to the app. */
export interface SourceFile {
  /** In the folder, with `/`. */
  path: string;
  /** In bytes. */
  size: number;
  read(): Promise<Uint8Array>;
}

/** Reads all posts among the files as the command line reads a folder: in a fixed order, without what is left out. */
export function entriesOf(files: readonly SourceFile[]): AsyncGenerator<FolderEntry, void> {
  const wanted = files.filter(({ path }) => !path.split('/').slice(0, -1).some(isLeftOut));
  return onePerKey(read(wanted.toSorted(byPath)));
}

/** The same files with paths inside the one folder that holds them all, if there is one. */
export function insideFolder(files: readonly SourceFile[]): SourceFile[] {
  const tops = new Set(files.map(({ path }) => path.slice(0, path.indexOf('/') + 1)));
  const [top = ''] = tops;
  return tops.size === 1 ? files.map((file) => ({ ...file, path: file.path.slice(top.length) })) : [...files];
}

async function* read(files: readonly SourceFile[]): AsyncGenerator<FolderEntry, void> {
  for (const file of files) {
    const kind = kindOf(file.path.slice(file.path.lastIndexOf('/') + 1));
    if (kind === 'post') yield await postEntry(file.path, file.size, () => file.read());
    else if (kind !== 'other') yield { path: file.path, ...kind };
  }
}

/** Name by name, as a folder is walked. */
function byPath(one: SourceFile, other: SourceFile): number {
  const [a, b] = [one, other].map(({ path }) => path.replaceAll('/', '\0'));
  return a! < b! ? -1 : Number(a! > b!);
}
