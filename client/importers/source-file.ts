/** A file to import, on a disk, in a ZIP or chosen in a browser. */
export interface SourceFile {
  /** Relative to the folder, separated by `/`. */
  path: string;
  /** In bytes. */
  size: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}
