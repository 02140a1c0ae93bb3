import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import type { WalIndex } from './wal-index.ts';

/** A few pages of an SQLite file, by their hashes. */
export type Samples = ReadonlyMap<number, number>;

/** The beginning of an SQLite file: "The Database Header" in the documentation of SQLite. */
export interface Header {
  pageSize: number;
  /** `application_id`, which the service changes with the first transaction after each checkpoint. */
  mark: number;
  /** `user_version`: the mark before. */
  previous: number;
}

/** The bytes of the header. */
export const HEADER_BYTES = 100;
/** The header of the log, and of each of its frames, in bytes. */
export const LOG_HEADER = 32;
export const FRAME_HEADER = 24;

/** The number of pages that are compared, besides the first and the last one. */
const SAMPLED = 32;
/** Which ones, as shares of the file: different ones in each process. */
const places = Array.from({ length: SAMPLED }, () => Math.random());

/** @returns null if the file does not begin as one of SQLite in WAL mode */
export function readHeader(fd: number): Header | null {
  return parseHeader(readHead(fd));
}

export function parseHeader(bytes: Buffer): Header | null {
  if (modeOf(bytes) !== WAL_MODE) return null;
  const size = bytes.readUInt16BE(16);
  return { pageSize: size === 1 ? 65_536 : size, mark: bytes.readInt32BE(68), previous: bytes.readInt32BE(60) };
}

/** Whether it is a database that has no write-ahead log, as backups are. */
export function isWithoutLog(fd: number): boolean {
  return modeOf(readHead(fd)) === ROLLBACK_MODE;
}

const ROLLBACK_MODE = 1;
const WAL_MODE = 2;

/** Null if it is no database. */
function modeOf(bytes: Buffer): number | null {
  return bytes.toString('latin1', 0, 16) === 'SQLite format 3\0' ? bytes[18]! : null;
}

/** Zeros where the file is shorter. */
function readHead(fd: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  readSync(fd, bytes, 0, HEADER_BYTES, 0);
  return bytes;
}

/** The numbers of the sampled pages; all pages of a small file. */
export function choosePages(size: number, pageSize: number): number[] {
  const count = Math.floor(size / pageSize);
  const all = count <= SAMPLED + 2;
  if (all) return Array.from({ length: count }, (_, at) => at + 1);
  return [...new Set([1, count, ...places.map((place) => 1 + Math.floor(place * count))])];
}

/** Hashes pages; one that the file does not have is left out. */
export function hashPages(fd: number, pageSize: number, pages: Iterable<number>): Samples {
  const bytes = Buffer.allocUnsafe(pageSize);
  const hashes = new Map<number, number>();
  for (const page of pages) {
    if (readSync(fd, bytes, 0, pageSize, (page - 1) * pageSize) === pageSize) hashes.set(page, crc32(bytes));
  }
  return hashes;
}

/** Hashes the page in a frame of the log; null if the log does not have it any more. */
export function hashFrame(fd: number, { pageSize }: WalIndex, frame: number): number | null {
  const bytes = Buffer.allocUnsafe(pageSize);
  const position = LOG_HEADER + (frame - 1) * (FRAME_HEADER + pageSize) + FRAME_HEADER;
  return readSync(fd, bytes, 0, pageSize, position) === pageSize ? crc32(bytes) : null;
}
