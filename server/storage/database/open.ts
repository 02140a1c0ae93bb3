import { resolve } from 'node:path';

import { type EntitySchema, MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver, EntityManager } from '@mikro-orm/sql';
import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Logger } from 'pino';

import type { Tables } from '../../../entities/index.ts';
import { BindingSqliteDriver } from './sqlite-orm-driver.ts';
import { enforceDeadline } from './deadline.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { BindingPostgresDriver } from './postgres-orm-driver.ts';
import type { IdentityGuard } from './identity-guard.ts';
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
  /** Rejects when the last write failed because the disk was full, and another one would. */
  probeWrites(): Promise<void>;
  /** Why it must not be used, in a sentence for the operator; null if nothing is known against it. */
  problem(): string | null;
  /** Refuses writes to an SQLite file, with a sentence for the operator, until the returned function is called. */
  refuseWrites(sentence: string): () => void;
  /** Ends writing to an SQLite file, because a check has found it damaged. */
  endWriting(cause: unknown): void;
  /** Throws if another program has overwritten an SQLite file, so that what was just read may be wrong. */
  checkContent(): void;
  /** Marks an SQLite file as that of this process, so that an older state that is copied over it is noticed. */
  markFile(): Promise<void>;
  /** Whether an SQLite file was overwritten or is damaged: nothing is written to it for the life of the process. */
  hasEnded(): boolean;
  /** How long the only connection has been occupied without activity, in milliseconds; 0 on PostgreSQL. */
  stuckFor(): number;
  /** The average time of a write while others of this process wait, in milliseconds; 0 until it is known. */
  writePace(): number;
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
  /** Verifies each connection to PostgreSQL. */
  guard?: IdentityGuard;
  /** For outages of an SQLite file, and for threads that were replaced. */
  log?: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** A monotonic clock. */
  monotonic?: () => number;
  /** Whether this is the service on an SQLite file, and not a command. */
  isService?: boolean;
}

/**
 * Opens the database. `migrate` creates its tables.
 *
 * @throws DatabaseUnavailable when the URL is invalid, or the database cannot be used
 */
export async function openDatabase<DB = Tables>(options: OpenOptions): Promise<Database<DB>> {
  const { url, entities, onQuery, log } = options;
  const { driver, kyselyDialect, file, ping, ...connected } = await connect(options);
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
            beforeReading: file.beforeRead,
            onFailure: file.failed,
            onReplaced: (err) => log?.warn({ err }, 'a thread that reads was replaced'),
          },
        );
  const orm = new MikroORM<AbstractSqlDriver, EntityManager>({
    driver,
    entities: [...entities],
    dbName: databaseName(url),
    driverOptions: () => kysely,
    allowGlobalContext: false,
    ensureDatabase: false,
    metadataCache: { enabled: false },
    discovery: { warnWhenNoEntities: false },
  });
  await orm.connect();
  return {
    ...connected,
    orm,
    kysely,
    reading,
    url,
    ping: () => ping(kysely),
    async close() {
      const { destroyConnections } = connected;
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

interface Connected extends Pick<
  Database,
  | 'dialect'
  | 'probeWrites'
  | 'problem'
  | 'refuseWrites'
  | 'endWriting'
  | 'checkContent'
  | 'hasEnded'
  | 'markFile'
  | 'destroyConnections'
  | 'stuckFor'
  | 'writePace'
  | 'version'
  | 'emptyLog'
> {
  driver: typeof BindingSqliteDriver | typeof BindingPostgresDriver;
  kyselyDialect: Dialect;
  /** An SQLite file that other connections can read; absent for `:memory:`. */
  file?: Pick<OpenSqlite, 'check' | 'beforeRead' | 'failed'> & { path: string };
  ping(kysely: Pick<Kysely<unknown>, 'executeQuery'>): Promise<void>;
}

async function connect({ url, connections, guard, log, monotonic, isService }: OpenOptions): Promise<Connected> {
  if (/^sqlite:[^]/.test(url)) {
    const place = url.slice('sqlite:'.length);
    const options = { log, monotonic, isService };
    const { dialect: kyselyDialect, check, beforeRead, failed, ...opened } = await openSqlite(place, options);
    const file = place === ':memory:' ? {} : { file: { path: resolve(place), check, beforeRead, failed } };
    return { dialect: 'sqlite', driver: BindingSqliteDriver, kyselyDialect, ...file, ...opened };
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Imported only for PostgreSQL.
    const [{ openPostgres, pingPostgres }, { BindingPostgresDriver }] = await Promise.all([
      import('./postgres.ts'),
      import('./postgres-orm-driver.ts'),
    ]);
    const { dialect: kyselyDialect, destroyConnections, writePace } = await openPostgres(url, { connections, guard });
    return {
      dialect: 'postgres',
      driver: BindingPostgresDriver,
      kyselyDialect,
      ping: pingPostgres,
      probeWrites: () => Promise.resolve(),
      problem: guard?.problem ?? (() => null),
      refuseWrites: () => () => undefined,
      endWriting: () => undefined,
      checkContent: () => undefined,
      hasEnded: () => false,
      markFile: () => Promise.resolve(),
      stuckFor: () => 0,
      writePace,
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
function databaseName(url: string): string {
  if (url.startsWith('sqlite:')) {
    return 'main';
  }
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username); // as PostgreSQL reads a URL without a name
}

function logTo(onQuery: NonNullable<OpenOptions['onQuery']>) {
  return ({ query, queryDurationMillis }: LogEvent) => onQuery(query.sql, query.parameters, queryDurationMillis);
}
