import { entities } from '../../../entities/index.ts';
import { DatabaseTooNew, DatabaseUnavailable } from '../database/errors.ts';
import { openDatabase, type Database } from '../database/open.ts';
import type { Row } from '../database/tables.ts';

/** A database whose tables are accessed by name. */
export type AnyDatabase = Database<Record<string, Row>>;

/**
 * Opens one side of a copy for the duration of `run`.
 *
 * @param option `--from` or `--to`, for error messages
 */
export async function withDatabase<T>(
  url: string,
  option: string,
  run: (database: AnyDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase<Record<string, Row>>({ url, entities }).catch((error: unknown) => {
    throw nameOption(error, option);
  });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** Replaces DATABASE_URL in error messages by the option. */
export function nameOption(error: unknown, option: string): unknown {
  if (!(error instanceof DatabaseUnavailable) && !(error instanceof DatabaseTooNew)) return error;
  return new Error(error.message.replaceAll('DATABASE_URL', option), { cause: error });
}
