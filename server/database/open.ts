import { resolve } from 'node:path';

import { type EntitySchema, MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver, EntityManager } from '@mikro-orm/sql';
import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Logger } from 'pino';

import type { Tables } from '../../entities/index.ts';
import { BindingSqliteDriver } from './sqlite-orm-driver.ts';
import { heldToDeadline } from './deadline.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { BindingPostgresDriver } from './postgres-orm-driver.ts';
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
  /** Removes what SQLite's write-ahead log still holds of old pages; false while a read prevents it. */
  emptyLog(): Promise<boolean>;
  /** Ends every connection at once, for when PostgreSQL does not answer any more; what waits on one fails. */
  destroyConnections(): void;
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
  const { dialect, driver, kyselyDialect, file, destroyConnections, ping, stuckFor, version, emptyLog } =
    await connect(options);
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
    emptyLog,
    destroyConnections,
    async close() {
      // A frozen server does not answer when its connections close.
      const timer = setTimeout(destroyConnections, CLOSE_TIMEOUT).unref();
      await reading.close();
      await orm.close(true);
      clearTimeout(timer);
      // Kysely closes only the connections that it has used.
      destroyConnections();
    },
  };
}

/** Milliseconds after which connections that have not closed are destroyed. */
const CLOSE_TIMEOUT = 500;

interface Connected {
  dialect: 'sqlite' | 'postgres';
  driver: typeof BindingSqliteDriver | typeof BindingPostgresDriver;
  kyselyDialect: Dialect;
  /** An SQLite file that other connections can read; absent when there is none. */
  file?: Pick<OpenSqlite, 'check' | 'failed'> & { path: string };
  ping(kysely: Pick<Kysely<unknown>, 'executeQuery'>): Promise<void>;
  destroyConnections(): void;
  stuckFor(): number;
  version(): number;
  emptyLog(): Promise<boolean>;
}

async function connect({ url, connections, log, monotonic }: OpenOptions): Promise<Connected> {
  if (/^sqlite:[^]/.test(url)) {
    const place = url.slice('sqlite:'.length);
    const { dialect: kyselyDialect, check, failed, ...opened } = await openSqlite(place, { log, monotonic });
    const file = place === ':memory:' ? {} : { file: { path: resolve(place), check, failed } };
    return { dialect: 'sqlite', driver: BindingSqliteDriver, kyselyDialect, ...file, ...opened };
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Loaded for PostgreSQL only: a service on SQLite starts without it.
    const [{ openPostgres, pingPostgres }, { BindingPostgresDriver }] = await Promise.all([
      import('./postgres.ts'),
      import('./postgres-orm-driver.ts'),
    ]);
    const { dialect: kyselyDialect, destroyConnections } = await openPostgres(url, { connections });
    return {
      dialect: 'postgres',
      driver: BindingPostgresDriver,
      kyselyDialect,
      ping: pingPostgres,
      stuckFor: () => 0,
      version: () => 0,
      emptyLog: () => Promise.resolve(true),
      destroyConnections,
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
