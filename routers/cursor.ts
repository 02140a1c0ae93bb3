import { fieldError } from './errors.ts';

/** The greatest key that PostgreSQL's integer holds; beyond it, a comparison is an error. */
const GREATEST = 2 ** 31 - 1;

/** The key of a row as a cursor. */
export function cursorOf(key: number): string {
  return key.toString(36);
}

/**
 * The key that a cursor stands for.
 *
 * @param field the input's name, for the refusal
 * @throws BAD_REQUEST for what never was a cursor
 */
export function keyOfCursor(field: string, cursor: string): number {
  const key = /^[0-9a-z]{1,6}$/.test(cursor) ? Number.parseInt(cursor, 36) : Infinity;
  if (key <= GREATEST) return key;
  throw fieldError(field, `"${field}" must be the cursor of an earlier answer.`);
}
