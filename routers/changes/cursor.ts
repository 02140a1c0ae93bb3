import { GREATEST } from '../data/cursor.ts';
import { fieldError } from '../base/errors.ts';

/** A position: in the list of public posts, after the one with this key; or in the change sequence, after `seq`. */
export interface Cursor {
  /** The epoch of the database, which changes when a backup is restored. */
  epoch: number;
  seq: number;
  /** The last post of the list, while the caller is in it. */
  key?: number;
}

/** The text form: `c.<epoch>.<seq>` or `l.<epoch>.<seq>.<key>`, numbers in base 36. */
export function formatCursor({ epoch, seq, key }: Cursor): string {
  const numbers = key === undefined ? [epoch, seq] : [epoch, seq, key];
  return [key === undefined ? 'c' : 'l', ...numbers.map((number) => number.toString(36))].join('.');
}

/**
 * Parses a cursor.
 *
 * @throws BAD_REQUEST for an invalid one
 */
export function parseCursor(text: string): Cursor {
  const [, list, change] = /^(?:(l(?:\.[0-9a-z]{1,6}){3})|(c(?:\.[0-9a-z]{1,6}){2}))$/.exec(text) ?? [];
  const [, ...numbers] = (list ?? change ?? '').split('.');
  const [epoch, seq, key] = numbers.map((number) => Number.parseInt(number, 36));
  if (epoch === undefined || seq === undefined || [epoch, seq, key ?? 0].some((number) => number > GREATEST)) {
    throw fieldError('after', '"after" must be the cursor of an earlier response.');
  }
  return { epoch, seq, ...(key !== undefined && { key }) };
}
