import { type EntitySchema, MikroORM } from '@mikro-orm/core';
import { type AbstractSqlDriver, type EntityManager } from '@mikro-orm/sql';
import { type Dialect, Kysely, type LogEvent, sql } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { PostgresDriver, SqliteDriver } from './connections.ts';
import { DatabaseUnavailable } from './errors.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface Database<DB = Tables> {
  orm: MikroORM<AbstractSqlDriver, EntityManager>;
  dialect: 'sqlite' | 'postgres';
  /** The client MikroORM itself uses; inside a transaction take `kyselyOf(em)`. */
  kysely: Kysely<DB>;
  url: string;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** `sqlite:./data/blog.db`, `sqlite:/a/path`, `sqlite::memory:` or `postgres://…` */
  url: string;
  entities: readonly EntitySchema[];
  /** Told of every statement, of MikroORM and of Kysely alike, as the driver gets it, and the time it took. */
  onQuery?: (sql: string, parameters: readonly unknown[], milliseconds: number) => void;
}

/**
 * Opens the database. Its tables are the business of `migrate`.
 *
 * @throws DatabaseUnavailable when the address is wrong, or there is no usable database behind it
 */
export async function openDatabase<DB = Tables>({ url, entities, onQuery }: OpenOptions): Promise<Database<DB>> {
  const { dialect, driver, kyselyDialect } = await connect(url);
  const kysely = new Kysely<DB>({ dialect: kyselyDialect, ...(onQuery && { log: logTo(onQuery) }) });
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
    url,
    async ping() {
      await sql`select 1`.execute(kysely);
    },
    close: () => orm.close(true),
  };
}

interface Connected {
  dialect: 'sqlite' | 'postgres';
  driver: typeof SqliteDriver | typeof PostgresDriver;
  kyselyDialect: Dialect;
}

async function connect(url: string): Promise<Connected> {
  if (/^sqlite:[^]/.test(url)) {
    return { dialect: 'sqlite', driver: SqliteDriver, kyselyDialect: await openSqlite(url.slice('sqlite:'.length)) };
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    return { dialect: 'postgres', driver: PostgresDriver, kyselyDialect: await openPostgres(url) };
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
