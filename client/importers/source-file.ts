/** A file to import, on a disk, in a ZIP or chosen in a browser. */
export interface SourceFile {
  /** Relative to the folder, separated by `/`. */
  path: string;
  /** In bytes. */
  size: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The last part of a path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of a file, with `/` at its end; "" for the root. */
export function parentFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
