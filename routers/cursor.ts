import { fieldError } from './errors.ts';

/** The maximum of PostgreSQL's integer; a comparison with more is an error. */
export const GREATEST = 2 ** 31 - 1;

/** The key of a row as a cursor. */
export function cursorOf(key: number): string {
  return key.toString(36);
}

/**
 * The key in a cursor.
 *
 * @param field the name of the input, for the error
 * @throws BAD_REQUEST for an invalid cursor
 */
export function keyOfCursor(field: string, cursor: string): number {
  const key = /^[0-9a-z]{1,6}$/.test(cursor) ? Number.parseInt(cursor, 36) : Infinity;
  if (key <= GREATEST) return key;
  throw fieldError(field, `"${field}" must be the cursor of an earlier response.`);
}
