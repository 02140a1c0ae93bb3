import type { Readable } from 'node:stream';

/** The properties of a stored file, known without reading it. */
export interface StoredFile {
  bytes: number;
  modifiedAt: Date;
  /** In hexadecimal, if the storage reports it. */
  md5?: string;
}

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where uploaded files are stored, by paths such as `2026/03/harbour-1a2b3c4d.jpg`. */
export interface MediaStorage {
  /** How messages name it: a MEDIA_URL without credentials. */
  readonly name: string;
  /** A folder of this machine for files that are not complete yet; several instances may share it. */
  readonly incoming: string;
  /**
   * Stores a file, whole or not at all; it survives a power cut once this returns.
   *
   * @param file on this machine, below `incoming`; it may be gone afterwards
   */
  put(path: string, file: string, mime: string): Promise<void>;
  /** Reads a file, or a part of it; null when there is none. */
  get(path: string, range?: ByteRange): Promise<Readable | null>;
  /** Returns the properties of a file; null when there is none. */
  head(path: string): Promise<StoredFile | null>;
  /** Deletes a file; one that does not exist is deleted already. */
  delete(path: string): Promise<void>;
  /** Every stored file, in any order. */
  list(): AsyncIterable<StoredFile & { path: string }>;
  /** The path of a file on this machine; only a folder has it. */
  fileOf?(path: string): string;
}

/** The paths of stored files, smaller versions included. Nothing else is ever read, written or deleted. */
export const STORED_PATH = /^\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4}$/;

/** The files that a storage holds: it lists no others. */
export interface KeptFiles {
  pattern: RegExp;
  /** Whether all of them are beside each other, and not in folders. */
  isFlat: boolean;
}

export const uploadedFiles: KeptFiles = { pattern: STORED_PATH, isFlat: false };
