import type { SourceFile } from '../source-file.ts';

/** A file that was chosen or dropped, or one in a ZIP. */
export interface GivenFile extends SourceFile {
  /** The bytes from the beginning; can be called again. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** A file for an import. @param path relative to what was given, with `/` */
export function givenFile(path: string, file: Blob): GivenFile {
  return {
    path: path.normalize('NFC'),
    size: file.size,
    read: async () => new Uint8Array(await file.arrayBuffer()),
    stream: () => file.stream(),
  };
}

/** Makes the paths relative to the folder that contains all files, if there is one. */
export function insideFolder<T extends SourceFile>(files: readonly T[]): T[] {
  const tops = new Set(files.map(({ path }) => path.slice(0, path.indexOf('/') + 1)));
  const [top = ''] = tops;
  return tops.size === 1 ? files.map((file) => ({ ...file, path: file.path.slice(top.length) })) : [...files];
}
