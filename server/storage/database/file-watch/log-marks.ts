import { readSync } from 'node:fs';

import { FRAME_HEADER, HEADER_BYTES, LOG_HEADER, parseHeader, type Header } from './content.ts';

/** The first bytes of a log of SQLite, except for the last bit. */
const MAGIC = 0x377f_0682;
/** The bytes of a frame up to the end of the database header, if its page is the first one. */
const BEGINNING = FRAME_HEADER + HEADER_BYTES;

/**
 * Reads the headers of the database in a write-ahead log, in the order in which they were written: "WAL File Format" in the
 * documentation of SQLite.
 */
export function* headersInLog(fd: number): Generator<Header> {
  const log = read(fd, LOG_HEADER, 0);
  if (log === null || (log.readUInt32BE(0) & ~1) !== MAGIC) return;
  const frameSize = FRAME_HEADER + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  for (let position = LOG_HEADER; ; position += frameSize) {
    const frame = read(fd, BEGINNING, position);
    // Older frames follow those of the current log.
    if (frame === null || !frame.subarray(8, 16).equals(salts)) return;
    const header = frame.readUInt32BE(0) === 1 ? parseHeader(frame.subarray(FRAME_HEADER)) : null;
    if (header) yield header;
  }
}

function read(fd: number, length: number, position: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  return readSync(fd, bytes, 0, length, position) === length ? bytes : null;
}
