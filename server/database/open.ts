import { resolve } from 'node:path';

import { type EntitySchema, MikroORM } from '@mikro-orm/core';
import { type AbstractSqlDriver, type EntityManager } from '@mikro-orm/sql';
import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Logger } from 'pino';

import type { Tables } from '../../entities/index.ts';
import { SqliteDriver } from './connections.ts';
import { heldToDeadline } from './deadline.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { PostgresDriver } from './postgres-driver.ts';
import { openReaders, sharedReaders, type OpenReaders } from './reader/readers.ts';
import { openSqlite, type OpenSqlite } from './sqlite.ts';

export interface Database<DB = Tables> {
  orm: MikroORM<AbstractSqlDriver, EntityManager>;
  dialect: 'sqlite' | 'postgres';
  /** The client MikroORM itself uses; inside a transaction take `kyselyOf(em)`. */
  kysely: Kysely<DB>;
  /** For expensive reads, outside of the event loop; see `Readers`. */
  reading: OpenReaders<DB>;
  url: string;
  /** Rejects when the database does not answer, or takes no writes. */
  ping(): Promise<void>;
  /** Milliseconds for which the only connection has been taken while nothing happened on it; 0 on PostgreSQL. */
  stuckFor(): number;
  /** Changes with each commit of another process to a file of SQLite; always 0 on PostgreSQL, which notifies by itself. */
  version(): number;
  /** Ends every connection at once, for when PostgreSQL does not answer any more; what waits on one fails. */
  cut(): void;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** `sqlite:./data/blog.db`, `sqlite:/a/path`, `sqlite::memory:` or `postgres://…` */
  url: string;
  entities: readonly EntitySchema[];
  /** Told of every statement, of MikroORM and of Kysely alike, as the driver gets it, and the time it took. */
  onQuery?: (sql: string, parameters: readonly unknown[], milliseconds: number) => void;
  /** The most connections to PostgreSQL that are open at once; 10 when absent. */
  connections?: number;
  /** Told when an SQLite file cannot be used any more, and when it can again, and of threads that were given up. */
  log?: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** A clock that never goes back. */
  monotonic?: () => number;
}

/**
 * Opens the database. Its tables are the business of `migrate`.
 *
 * @throws DatabaseUnavailable when the address is wrong, or there is no usable database behind it
 */
export async function openDatabase<DB = Tables>(options: OpenOptions): Promise<Database<DB>> {
  const { url, entities, onQuery, log } = options;
  const { dialect, driver, kyselyDialect, file, cut, ping, stuckFor, version } = await connect(options);
  const logging = onQuery && { log: logTo(onQuery) };
  const kysely = new Kysely<DB>({ dialect: heldToDeadline(kyselyDialect), ...logging });
  const reading =
    file === undefined
      ? sharedReaders(kysely)
      : openReaders<DB>(
          file.path,
          { ...logging },
          {
            beforeOpening: file.check,
            onFailure: file.failed,
            onReplaced: (err) => log?.warn({ err }, 'a thread that reads was replaced'),
          },
        );
  const orm = new MikroORM<AbstractSqlDriver, EntityManager>({
    driver,
    entities: [...entities],
    dbName: nameIn(url),
    driverOptions: () => kysely,
    allowGlobalContext: false,
    ensureDatabase: false,
    metadataCache: { enabled: false },
    discovery: { warnWhenNoEntities: false },
  });
  await orm.connect();
  return {
    orm,
    dialect,
    kysely,
    reading,
    url,
    ping: () => ping(kysely),
    stuckFor,
    version,
    cut,
    async close() {
      // A server that is frozen says no farewell.
      const patience = setTimeout(cut, FAREWELL).unref();
      await reading.close();
      await orm.close(true);
      clearTimeout(patience);
      // Kysely closes only what it has used.
      cut();
    },
  };
}

/** Milliseconds that connections have to close. */
const FAREWELL = 500;

interface Connected {
  dialect: 'sqlite' | 'postgres';
  driver: typeof SqliteDriver | typeof PostgresDriver;
  kyselyDialect: Dialect;
  /** An SQLite file that other connections can read; absent when there is none. */
  file?: Pick<OpenSqlite, 'check' | 'failed'> & { path: string };
  ping(kysely: Pick<Kysely<unknown>, 'executeQuery'>): Promise<void>;
  cut(): void;
  stuckFor(): number;
  version(): number;
}

async function connect({ url, connections, log, monotonic }: OpenOptions): Promise<Connected> {
  if (/^sqlite:[^]/.test(url)) {
    const place = url.slice('sqlite:'.length);
    const { dialect: kyselyDialect, check, failed, ...opened } = await openSqlite(place, { log, monotonic });
    const file = place === ':memory:' ? {} : { file: { path: resolve(place), check, failed } };
    return { dialect: 'sqlite', driver: SqliteDriver, kyselyDialect, ...file, ...opened };
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Loaded for PostgreSQL only: whoever keeps a blog in a file starts without it.
    const [{ openPostgres, pingPostgres }, { PostgresDriver }] = await Promise.all([
      import('./postgres.ts'),
      import('./postgres-driver.ts'),
    ]);
    const { dialect: kyselyDialect, cut } = await openPostgres(url, { connections });
    return {
      dialect: 'postgres',
      driver: PostgresDriver,
      kyselyDialect,
      ping: pingPostgres,
      stuckFor: () => 0,
      version: () => 0,
      cut,
    };
  }
  throw new DatabaseUnavailable(
    'DATABASE_URL must begin with sqlite: or postgres://, for example sqlite:./data/blog.db or postgres://user:password@host:5432/database.',
  );
}

/** MikroORM insists on a name, and asks PostgreSQL whether there is such a database; to SQLite it is nothing. */
function nameIn(url: string): string {
  if (url.startsWith('sqlite:')) {
    return 'main';
  }
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username); // as PostgreSQL reads an address without a name
}

function logTo(onQuery: NonNullable<OpenOptions['onQuery']>) {
  return ({ query, queryDurationMillis }: LogEvent) => onQuery(query.sql, query.parameters, queryDurationMillis);
}
