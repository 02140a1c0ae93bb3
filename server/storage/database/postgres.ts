import { CompiledQuery, type Kysely } from 'kysely';
import { Pool, types, TypeOverrides } from 'pg';

import { DatabaseReadOnly, DatabaseUnavailable } from './errors.ts';
import { LOCK_TIMEOUT, OctavoPostgresDialect } from './postgres-dialect.ts';
import type { IdentityGuard } from './identity-guard.ts';
import { Semaphore } from './semaphore.ts';
import { trackSockets } from './sockets.ts';

/** The timeout of a statement in milliseconds: shorter than that of a request (routers/base/deadline.ts). */
const STATEMENT_TIMEOUT = 13_000;

/** The share of the connections that may write at a time. Most writes wait for one another, and reads need the others. */
const WRITERS = 0.6;

/** A pool of connections, and a function to destroy them when the server does not respond any more. */
export interface OpenPostgres {
  dialect: OctavoPostgresDialect;
  /** The average time between two writes while others wait, in milliseconds; 0 until it is known. */
  writePace(): number;
  destroyConnections(): void;
}

export interface PostgresOptions {
  /** The maximum number of connections. */
  connections?: number | undefined;
  /** The timeout for connecting, in milliseconds. */
  timeout?: number;
  /** Verifies each connection. */
  guard?: IdentityGuard | undefined;
}

/**
 * Connects to PostgreSQL with a pool of connections.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws DatabaseUnavailable
 */
export async function openPostgres(
  url: string,
  { connections = 10, timeout = 3_500, guard }: PostgresOptions = {},
): Promise<OpenPostgres> {
  const target = parse(url);
  const { open, destroyConnections } = trackSockets();
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: timeout,
    statement_timeout: STATEMENT_TIMEOUT,
    lock_timeout: LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'octavo',
    keepAlive: true,
    stream: open,
    types: typeParsers(),
  });
  surviveDroppedConnections(pool);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw explain(error, target, timeout);
  }
  const writers = new Semaphore(Math.max(1, Math.floor(connections * WRITERS)));
  const dialect = new OctavoPostgresDialect(pool, writers, guard?.beforeLending);
  return { dialect, writePace: () => writers.pace, destroyConnections };
}

/** Whether PostgreSQL is read-only: a standby, or `default_transaction_read_only`. */
export const READ_ONLY =
  "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only";

/**
 * Checks whether PostgreSQL responds and accepts writes.
 *
 * @throws DatabaseReadOnly; the error of the driver when it does not respond
 */
export async function pingPostgres(kysely: Pick<Kysely<unknown>, 'executeQuery'>): Promise<void> {
  const { rows } = await kysely.executeQuery<{ is_read_only: boolean }>(CompiledQuery.raw(READ_ONLY));
  if (rows[0]?.is_read_only) throw new DatabaseReadOnly('PostgreSQL is read-only');
}

function parse(url: string): URL {
  // Without the parser's error as the cause, because that contains the URL with the password.
  if (!URL.canParse(url)) {
    throw new DatabaseUnavailable(
      'DATABASE_URL is not an address; write postgres://user:password@host:5432/database and encode special characters of the password.',
    );
  }
  return new URL(url);
}

/** Counts and sums are numbers, as on SQLite; dates stay text, as MikroORM expects. */
function typeParsers(): TypeOverrides {
  const { INT8, NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins;
  const overrides = new TypeOverrides();
  [INT8, NUMERIC].forEach((type) => overrides.setTypeParser(type, Number));
  [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL].forEach((type) => overrides.setTypeParser(type, String));
  return overrides;
}

// An 'error' event without a listener would crash the process. The running query fails on its own, and the pool has
// already removed the connection.
function surviveDroppedConnections(pool: Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Explains to the operator in one sentence why the connection failed. */
export function explain(
  error: unknown,
  { hostname, port, pathname, username }: URL,
  timeout: number,
): DatabaseUnavailable {
  const server = `${hostname || 'localhost'}:${port || 5432}`;
  const { code, message } = error as { code?: string; message: string };
  const reasons: Record<string, string> = {
    ENOTFOUND: `The database server ${hostname} is not known; correct the host in DATABASE_URL.`,
    EAI_AGAIN: `The name of the database server ${hostname} cannot be looked up; check the network, or the host in DATABASE_URL.`,
    ECONNREFUSED: `No PostgreSQL answers at ${server}; start it, or correct host and port in DATABASE_URL.`,
    '28P01': `PostgreSQL at ${server} refused the password of ${username}; correct DATABASE_URL.`,
    '28000': `PostgreSQL at ${server} does not accept ${username}; correct DATABASE_URL, or the server's pg_hba.conf.`,
    '3D000': `PostgreSQL at ${server} has no database ${pathname.slice(1)}; create it, or correct DATABASE_URL.`,
    '53300': `PostgreSQL at ${server} has no connections left; raise max_connections, or start fewer instances.`,
  };
  const other = /timeout/.test(message)
    ? `PostgreSQL at ${server} does not answer within ${timeout / 1000} seconds; check the network, or correct host and port in DATABASE_URL.`
    : `PostgreSQL at ${server} cannot be reached (${code ?? message}); check the server, or correct DATABASE_URL.`;
  return new DatabaseUnavailable(reasons[code ?? ''] ?? other, { cause: error });
}
