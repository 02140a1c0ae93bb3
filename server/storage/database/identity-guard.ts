import type { Logger } from 'pino';

import type { Migration } from '../../../migrations/migration.ts';
import { watchDependency } from '../dependency.ts';
import { WrongDatabase } from './errors.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** A connection of pg. */
export interface Queried {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** What tells a database from all others. */
export interface DatabaseIdentity {
  /** 128 random bits in hexadecimal. */
  id: string;
  /** The identity of the database in whose place this one was copied or restored; null if there was none. */
  replacedId: string | null;
}

/** What every request reads: while it is closed, the service has no database that is its own. */
export interface Gate {
  isClosed: boolean;
}

/** The connection that listens: its checks close and open the gate. */
export interface Listening {
  client: Queried;
  /** Closes it; the listener then connects again. */
  drop(): void;
}

/**
 * Makes sure that an instance on PostgreSQL uses no database but its own: another or an empty one may appear at the
 * address, or under open connections.
 */
export interface IdentityGuard {
  gate: Readonly<Gate>;
  /** Why the gate is closed, in a sentence for the operator; null while it is open. */
  problem(): string | null;
  /** From now on, every connection is verified. @param migrations those of this version */
  expect(identity: DatabaseIdentity, migrations: readonly Migration[]): void;
  /**
   * Called before a connection of the pool is lent. Verifies it if it is new, and each time while the gate is closed.
   *
   * @returns undefined if there is nothing to do; otherwise rejects with WrongDatabase, or the error of the driver
   */
  beforeLending(client: Queried): Promise<void> | undefined;
  /** Verifies the connection that listens, now and whenever something suggests another database. */
  watch(listening: Listening): Promise<void>;
  /** Verifies the connection that listens again. @returns whether it is that of the expected database, as far as known */
  check(): Promise<boolean>;
  /** Checks at once, because a call failed as it would in another database; otherwise logs the error, which is a bug. */
  suspect(failure: unknown): void;
  /** Opens the gate, unless the connection that listens has been dropped. Caches must have been cleared. */
  open(): void;
}

interface Found {
  id: string | null;
  replacedId: string | null;
  /** How many of the expected migrations have run. */
  migrations: number;
}

/** One row even when the identity has none. */
const QUESTION = `select id, replaced_id as "replacedId", migrations
  from (select count(*)::int as migrations from schema_migrations where name = any($1::text[])) as counted
  left join identity on true`;

/** Undefined table or column, unknown schema, no permission: the tables are those of another program, or there are none. */
const FOREIGN_TABLES = /^(42P01|42703|3F000|42501|42704|42883|42804)$/;

/**
 * @param place the database without its password, for messages
 */
export function createIdentityGuard(place: string, log: Pick<Logger, 'error' | 'info'>): IdentityGuard {
  const dependency = watchDependency('the database of this blog', log);
  const gate: Gate = { isClosed: false };
  let problem: string | null = null;
  let expected: { id: string; migrations: readonly string[] } | null = null;
  let verified = new WeakSet<Queried>();
  let listening: Listening | null = null;

  /** @throws WrongDatabase; the error of the driver */
  async function verify(client: Queried): Promise<void> {
    if (!expected) return;
    const found = await readFrom(client, expected.migrations, place);
    if (typeof found === 'string') throw close(found);
    const { id, replacedId } = found;
    if (id !== expected.id && replacedId !== expected.id) throw close(ANOTHER(place));
    // It was copied or restored into the database that this instance has used.
    expected.id = id;
    verified.add(client);
  }

  function close(sentence: string): WrongDatabase {
    const error = new WrongDatabase(sentence);
    problem = sentence;
    gate.isClosed = true;
    verified = new WeakSet();
    dependency.failed(error, 'everything is answered 503 until the right one is back');
    const dropped = listening;
    listening = null;
    dropped?.drop();
    return error;
  }

  async function check(): Promise<boolean> {
    const current = listening;
    if (!current) return !gate.isClosed;
    return verify(current.client).then(
      () => true,
      // A connection that breaks is no other database.
      (error: unknown) => !(error instanceof WrongDatabase),
    );
  }

  async function reportUnlessWrong(err: unknown): Promise<void> {
    if ((await check()) && !gate.isClosed) log.error({ err }, 'a call failed');
  }

  return {
    gate,
    problem: () => problem,
    expect(identity, migrations) {
      expected = { id: identity.id, migrations: migrations.map(({ name }) => name) };
    },
    beforeLending(client) {
      if (!expected || (verified.has(client) && !gate.isClosed)) return undefined;
      return verify(client);
    },
    async watch(connection) {
      await verify(connection.client);
      listening = connection;
    },
    check,
    suspect(error) {
      if (error instanceof WrongDatabase || gate.isClosed) return;
      inBackground(reportUnlessWrong(error));
    },
    open() {
      if (!gate.isClosed || !listening) return;
      problem = null;
      gate.isClosed = false;
      dependency.worked();
    },
  };
}

/** The identity of the database behind a connection; a sentence if it cannot be the expected one. */
async function readFrom(
  client: Queried,
  migrations: readonly string[],
  place: string,
): Promise<DatabaseIdentity | string> {
  try {
    const { rows } = await client.query(QUESTION, [migrations]);
    const [found] = rows as Found[];
    if (!found || found.id === null) return EMPTY(place);
    if (found.migrations < migrations.length) return OLDER(place);
    return { id: found.id, replacedId: found.replacedId };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && FOREIGN_TABLES.test(code)) return EMPTY(place);
    throw error;
  }
}

const EMPTY = (place: string) =>
  `The database at ${place} is empty or not that of this blog; restore it, or correct DATABASE_URL and restart the service.`;
const ANOTHER = (place: string) =>
  `The database at ${place} is another one than this service was started with; bring the right one back, or restart the service to use this one.`;
const OLDER = (place: string) =>
  `The database at ${place} is of an older version; restart the service, which migrates it.`;
