/** The file is not what its first bytes say. */
export class Damaged extends Error {}

/** A part of a file; ends beyond its end are errors. @throws Damaged */
export function part(bytes: Buffer, start: number, end: number): Buffer {
  if (start > end || end > bytes.length) throw new Damaged('The file ends too early.');
  return bytes.subarray(start, end);
}
