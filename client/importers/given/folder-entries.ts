import { readEntry, isLeftOut, onePerKey, type FolderEntry } from '../markdown/read-files.ts';
import type { SourceFile } from '../source-file.ts';

/** Reads the posts among the files as the command line reads a folder: in a fixed order, without ignored folders. */
export function readEntries(files: readonly SourceFile[]): AsyncGenerator<FolderEntry, void> {
  const included = files.filter(({ path }) => !path.split('/').slice(0, -1).some(isLeftOut));
  return onePerKey(read(included.toSorted(byPath)));
}

async function* read(files: readonly SourceFile[]): AsyncGenerator<FolderEntry, void> {
  for (const file of files) {
    const entry = await readEntry(file);
    if (entry) yield entry;
  }
}

/** Compares paths segment by segment, the order in which a folder is walked. */
function byPath(one: SourceFile, other: SourceFile): number {
  const [a, b] = [one, other].map(({ path }) => path.replaceAll('/', '\0'));
  return a! < b! ? -1 : Number(a! > b!);
}
