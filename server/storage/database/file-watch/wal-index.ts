import { readSync } from 'node:fs';

/**
 * The state of the write-ahead log, which all processes share in the file `-shm`: "WAL-Index Format" in the
 * documentation of SQLite.
 */
export interface WalIndex {
  /** Grows by one each time the log restarts. */
  salt: number;
  pageSize: number;
  /** The number of pages in the log. */
  frames: number;
  /** The number of pages of the database; 0 before the first commit. */
  pages: number;
  /** How many of the frames are in the file. */
  copied: number;
  /** Larger than `copied` while a checkpoint copies further frames, or after one that was interrupted. */
  attempted: number;
}

/** @returns null while a process writes it, or in an unknown format */
export function readWalIndex(fd: number): WalIndex | null {
  const bytes = new Uint8Array(HEADERS + INFO);
  if (readSync(fd, bytes, 0, bytes.length, 0) < bytes.length) return null;
  // Two copies, of which one is valid if both are equal.
  for (let at = 0; at < HEADER; at += 1) if (bytes[at] !== bytes[HEADER + at]) return null;
  const view = new DataView(bytes.buffer);
  // In the byte order of the machine, except for the salt.
  const words = new Uint32Array(bytes.buffer);
  if (words[0] !== VERSION || bytes[12] !== 1) return null;
  const size = new Uint16Array(bytes.buffer)[7]!;
  return {
    salt: view.getUint32(32),
    pageSize: size === 1 ? 65_536 : size,
    frames: words[4]!,
    pages: words[5]!,
    copied: words[24]!,
    attempted: words[32]!,
  };
}

/** Whether nothing has changed that concerns the file. */
export function isSameProgress(one: WalIndex, other: WalIndex): boolean {
  return one.salt === other.salt && one.copied === other.copied && one.attempted === other.attempted;
}

/**
 * Finds the frames of some pages that are in the file.
 *
 * @returns the numbers of the frames of each page, the last one first
 */
export function findFrames(fd: number, { copied }: WalIndex, pages: ReadonlySet<number>): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let block = 0, first = 1; first <= copied; block += 1) {
    // The first block begins with the header.
    const start = block === 0 ? HEADERS + INFO : block * BLOCK;
    const length = Math.min(block === 0 ? FIRST_ENTRIES : ENTRIES, copied - first + 1);
    const numbers = new Uint32Array(length);
    readSync(fd, numbers, 0, numbers.byteLength, start);
    for (const [at, page] of numbers.entries()) {
      if (pages.has(page)) found.set(page, [first + at, ...(found.get(page) ?? [])]);
    }
    first += length;
  }
  return found;
}

/** Sizes in bytes, and the only version of the format. */
const HEADER = 48;
const HEADERS = 2 * HEADER;
const INFO = 40;
const BLOCK = 32_768;
const VERSION = 3_007_000;
/** Frames of a block, and of the first one. */
const ENTRIES = 4096;
const FIRST_ENTRIES = ENTRIES - (HEADERS + INFO) / 4;
