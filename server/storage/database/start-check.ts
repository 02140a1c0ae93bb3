import type { Logger } from 'pino';

import { readMigrationState } from './migration-state.ts';
import { sqliteFileOf } from './database-url.ts';
import type { AnyTables } from './tables.ts';
import type { Database } from './open.ts';
import { beginQuickCheck, type QuickCheck } from './quick-check.ts';
import { isDamage } from './sqlite-errors.ts';

/** A check that runs while the service already serves reads. */
export interface StartCheck {
  /** Rejects with an error of SQLite when the file is damaged or cannot be read. Never settles once it is stopped. */
  done: Promise<void>;
  stop: QuickCheck['stop'];
  /** Ends the refusal of writes. */
  allowWrites(): void;
}

const SENTENCE =
  'The database is being checked, because the service had not ended properly: until that is done, nothing is written.';

/**
 * Checks an SQLite file after a service on it did not end properly, because a crash of the machine or a bad disk may have
 * damaged it.
 *
 * @returns the check, with which the service can begin to serve; null when it had to be waited for, because the database is
 *   not complete yet: migrations are due, or there is no administrator
 * @throws an error of SQLite when the file is damaged
 */
export async function checkAtStart(database: Database, log: Pick<Logger, 'info'>): Promise<StartCheck | null> {
  const allowWrites = database.refuseWrites(SENTENCE);
  const check = beginQuickCheck(sqliteFileOf(database.url)!);
  const done = settle();
  done.catch(() => undefined);
  try {
    if (await isComplete(database)) return { done, stop: check.stop, allowWrites };
    await done;
  } catch (error) {
    await check.stop();
    throw error;
  }
  allowWrites();
  return null;

  async function settle(): Promise<void> {
    try {
      const seconds = await check.done;
      log.info({ seconds }, 'the database is intact: it was checked because the service had not ended properly');
    } catch (error) {
      if (isDamage(error)) database.endWriting(error);
      throw error;
    }
  }
}

async function isComplete({ kysely }: Database): Promise<boolean> {
  const state = await readMigrationState(kysely as unknown as AnyTables, 'sqlite');
  if (state === null || state.due.length + state.unknown.length > 0) return false;
  return (await kysely.selectFrom('administrators').select('key').executeTakeFirst()) !== undefined;
}
