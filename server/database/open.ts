import { resolve } from 'node:path';

import { type EntitySchema, MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver, EntityManager } from '@mikro-orm/sql';
import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Logger } from 'pino';

import type { Tables } from '../../entities/index.ts';
import { BindingSqliteDriver } from './sqlite-orm-driver.ts';
import { enforceDeadline } from './deadline.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { BindingPostgresDriver } from './postgres-orm-driver.ts';
import { openReaders, sharedReaders, type OpenReaders } from './reader/readers.ts';
import { openSqlite, type OpenSqlite } from './sqlite.ts';

export interface Database<DB = Tables> {
  orm: MikroORM<AbstractSqlDriver, EntityManager>;
  dialect: 'sqlite' | 'postgres';
  /** The client of MikroORM; inside a transaction use `kyselyOf(em)`. */
  kysely: Kysely<DB>;
  /** For expensive reads, which run outside of the event loop; see `Readers`. */
  reading: OpenReaders<DB>;
  url: string;
  /** Rejects when the database does not respond, or is read-only. */
  ping(): Promise<void>;
  /** How long the only connection has been occupied without activity, in milliseconds; 0 on PostgreSQL. */
  stuckFor(): number;
  /** Changes with each commit of another process to an SQLite file; always 0 on PostgreSQL, which sends notifications. */
  version(): number;
  /** Removes old pages from SQLite's write-ahead log; false while a read prevents it. */
  emptyLog(): Promise<boolean>;
  /** Destroys all connections when PostgreSQL does not respond any more; pending operations fail. */
  destroyConnections(): void;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** `sqlite:./data/blog.db`, `sqlite:/a/path`, `sqlite::memory:` or `postgres://…` */
  url: string;
  entities: readonly EntitySchema[];
  /** Called for every statement, of MikroORM and Kysely, as sent to the driver, with its duration. */
  onQuery?: (sql: string, parameters: readonly unknown[], milliseconds: number) => void;
  /** The maximum number of connections to PostgreSQL; default: 10. */
  connections?: number;
  /** For outages of an SQLite file, and for threads that were replaced. */
  log?: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** A monotonic clock. */
  monotonic?: () => number;
}

/**
 * Opens the database. `migrate` creates its tables.
 *
 * @throws DatabaseUnavailable when the URL is invalid, or the database cannot be used
 */
export async function openDatabase<DB = Tables>(options: OpenOptions): Promise<Database<DB>> {
  const { url, entities, onQuery, log } = options;
  const { dialect, driver, kyselyDialect, file, destroyConnections, ping, stuckFor, version, emptyLog } =
    await connect(options);
  const logging = onQuery && { log: logTo(onQuery) };
  const kysely = new Kysely<DB>({ dialect: enforceDeadline(kyselyDialect), ...logging });
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
      // A frozen server does not respond when its connections are closed.
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
  /** An SQLite file that other connections can read; absent for `:memory:`. */
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
    // Imported only for PostgreSQL.
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

/** MikroORM requires a name, and checks on PostgreSQL whether the database exists; SQLite ignores it. */
function nameIn(url: string): string {
  if (url.startsWith('sqlite:')) {
    return 'main';
  }
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username); // as PostgreSQL reads a URL without a name
}

function logTo(onQuery: NonNullable<OpenOptions['onQuery']>) {
  return ({ query, queryDurationMillis }: LogEvent) => onQuery(query.sql, query.parameters, queryDurationMillis);
}
