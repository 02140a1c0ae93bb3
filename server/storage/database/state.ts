import { setTimeout } from 'node:timers/promises';

import { findDatabaseFailure } from '../../../routers/base/database-errors.ts';
import { sqliteFileOf } from './database-url.ts';
import { DatabaseReadOnly, WrongDatabase } from './errors.ts';
import type { Database } from './open.ts';
import { errorCode, explainSqlite, isDamage, SqliteMoved } from './sqlite-errors.ts';

/** What is wrong with a database that cannot be used, as `/readyz` names it. */
export type UnservableReason =
  /** It does not answer. */
  | 'DATABASE_AWAY'
  | 'DATABASE_READ_ONLY'
  /** The SQLite file was moved, replaced or damaged. */
  | 'DATABASE_FILE'
  /** At its address is another database, an empty one, or one of an older version. */
  | 'DATABASE_FOREIGN';

export type DatabaseReason =
  | UnservableReason
  /** Its disk is full: reads work. */
  | 'DATABASE_FULL'
  /** Commits of other instances are not heard: everything works, more slowly. */
  | 'LISTENER_LOST';

/** A problem of the database. */
export interface DatabaseProblem {
  reason: DatabaseReason;
  /** What is wrong and how to mend it, in one sentence for the operator. Contains no password. */
  text: string;
}

type Examined = Pick<Database, 'ping' | 'probeWrites' | 'problem' | 'url'>;

/** The timeout of the database in milliseconds, so that `/readyz` responds within 3 s. */
const TIMEOUT_MS = 2_800;

/**
 * What is wrong with the database at the moment; null while reads and writes work. `/readyz`, the health, the metrics and
 * `octavo doctor` all ask this, so that they agree.
 *
 * @param listener absent for commands
 */
export async function databaseProblem(
  database: Examined,
  listener: { isListening(): boolean } = { isListening: () => true },
): Promise<DatabaseProblem | null> {
  const known = database.problem?.() ?? null;
  if (known !== null) return { reason: isFile(database) ? 'DATABASE_FILE' : 'DATABASE_FOREIGN', text: known };
  const late = new AbortController();
  const { signal } = late;
  const gaveUp = setTimeout(TIMEOUT_MS, away('it does not answer in time'), { signal, ref: false }).catch(() => null);
  const found = await Promise.race([examine(database), gaveUp]).finally(() => late.abort());
  return found ?? (listener.isListening() ? null : LISTENER_LOST);
}

/** Why the service cannot take requests; null if it can: a full disk does not prevent reads. */
export function unservableReason({ reason }: DatabaseProblem): UnservableReason | null {
  return reason === 'DATABASE_FULL' || reason === 'LISTENER_LOST' ? null : reason;
}

/** Whether reads and writes work. */
export function isWorking(problem: DatabaseProblem | null): boolean {
  return problem === null || problem.reason === 'LISTENER_LOST';
}

const LISTENER_LOST: DatabaseProblem = {
  reason: 'LISTENER_LOST',
  text: 'The commits of other instances are not heard, so that nothing is served from memory; the service connects again by itself.',
};

function isFile({ url }: Examined): boolean {
  return url.startsWith('sqlite:');
}

async function examine(database: Examined): Promise<DatabaseProblem | null> {
  try {
    await database.ping();
    await database.probeWrites();
    return null;
  } catch (error) {
    return isFile(database) ? fileProblem(error, database) : serverProblem(error);
  }
}

function fileProblem(error: unknown, { url }: Examined): DatabaseProblem {
  const text = explainSqlite(error, sqliteFileOf(url)!);
  if (text === null) return away(errorCode(error) || 'it is closed');
  if (error instanceof SqliteMoved || isDamage(error)) return { reason: 'DATABASE_FILE', text };
  if (errorCode(error).startsWith('SQLITE_FULL')) return { reason: 'DATABASE_FULL', text };
  return { reason: findDatabaseFailure(error) === 'read-only' ? 'DATABASE_READ_ONLY' : 'DATABASE_AWAY', text };
}

function serverProblem(error: unknown): DatabaseProblem {
  if (error instanceof WrongDatabase) return { reason: 'DATABASE_FOREIGN', text: error.message };
  if (!(error instanceof DatabaseReadOnly)) return away(errorCode(error) || 'it does not answer');
  return {
    reason: 'DATABASE_READ_ONLY',
    text: 'PostgreSQL is read-only; if it is a standby, name the primary in DATABASE_URL, else turn read-only mode off.',
  };
}

function away(reason: string): DatabaseProblem {
  return {
    reason: 'DATABASE_AWAY',
    text: `The database cannot be used (${reason}); check its server, or correct DATABASE_URL.`,
  };
}
