import { SqlitePlatform } from '@mikro-orm/sqlite';
import type { EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { fieldError } from '../base/errors.ts';

/** The maximum of PostgreSQL's integer; a comparison with more is an error. */
export const GREATEST = 2 ** 31 - 1;

/** A list whose cursors are keys of its rows. */
interface Listed {
  table: 'comments' | 'posts' | 'audit_entries';
  /** The name of the input, for the error. */
  field: string;
}

/** The key of a row as a cursor. */
export function formatCursor(key: number): string {
  return key.toString(36);
}

/**
 * The key in a cursor. Its row may have been deleted; a key that no row has had yet is in no response.
 *
 * @throws BAD_REQUEST for an invalid cursor
 */
export async function keyOfCursor(em: EntityManager, { table, field }: Listed, cursor: string): Promise<number> {
  const key = /^[1-9a-z][0-9a-z]{0,5}$/.test(cursor) ? Number.parseInt(cursor, 36) : Infinity;
  if (key <= GREATEST && key <= (await readLastKey(em, table))) return key;
  throw fieldError(field, `"${field}" must be the cursor of an earlier response.`);
}

/** The last key that a row has had; on PostgreSQL, the next one if it is known and still free. */
async function readLastKey(em: EntityManager, table: Listed['table']): Promise<number> {
  const query =
    em.getPlatform() instanceof SqlitePlatform
      ? sql<Last>`select seq as last from sqlite_sequence where name = ${table}`
      : sql<Last>`select last_value as last from ${sql.table(`${table}_key_seq`)}`;
  const { rows } = await query.execute(kyselyOf(em));
  return Number(rows[0]?.last ?? 0);
}

interface Last {
  /** A string on PostgreSQL, where it is a bigint. */
  last: number | string;
}
