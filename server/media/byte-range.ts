import type { IncomingHttpHeaders } from 'node:http';

import type { ByteRange } from '../storage/files/storage.ts';

/**
 * Reads which part of a file a request asks for (RFC 9110, section 14). Several ranges are answered with the whole file.
 *
 * @param bytes of the file
 * @param tag its entity tag, to which If-Range is compared
 * @returns null for the whole file
 */
export function rangeIn(headers: IncomingHttpHeaders, bytes: number, tag: string): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.replaceAll(' ', '') ?? '') ?? [];
  const ifRange = headers['if-range'];
  if ((first === '' && last === '') || (ifRange !== undefined && ifRange !== tag)) return null;
  if (first === '') {
    const length = Math.min(bytes, Number(last));
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(bytes - 1, Number(last));
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
