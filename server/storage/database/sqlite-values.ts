/**
 * Converts a value for SQLite. Accepts the same values as PostgreSQL's driver: booleans, dates, undefined.
 *
 * better-sqlite3 binds every number as a real: 5 would be stored as '5.0' in a text column. So integers become bigints.
 */
export function toSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  return value instanceof Date ? BigInt(value.getTime()) : (value ?? null);
}
