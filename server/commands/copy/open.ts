import { entities } from '../../../entities/index.ts';
import { DatabaseTooNew, DatabaseUnavailable } from '../../database/errors.ts';
import { openDatabase, type Database } from '../../database/open.ts';
import type { Row } from '../tables.ts';

/** A database whose tables are all alike to us. */
export type AnyDatabase = Database<Record<string, Row>>;

/**
 * Opens one side of a copy for as long as `run` takes.
 *
 * @param option what named it, `--from` or `--to`, for the sentences of failures
 */
export async function withDatabase<T>(
  url: string,
  option: string,
  run: (database: AnyDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase<Record<string, Row>>({ url, entities }).catch((error: unknown) => {
    throw explained(error, option);
  });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** The database's own sentences speak of the variable that the service reads. */
export function explained(error: unknown, option: string): unknown {
  if (!(error instanceof DatabaseUnavailable) && !(error instanceof DatabaseTooNew)) return error;
  return new Error(error.message.replaceAll('DATABASE_URL', option), { cause: error });
}
