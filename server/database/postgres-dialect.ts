import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import Cursor from 'pg-cursor';

/**
 * Kysely's dialect for PostgreSQL, except that a connection always goes back to the pool, and is closed when it is
 * broken or still in a transaction. Kysely keeps it for good when BEGIN, COMMIT or ROLLBACK fails, so that a restart of
 * PostgreSQL under load used the pool up.
 */
export class OctavoPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: Pool) {
    const lending = lendFrom(pool);
    super({ pool: lending, cursor: Cursor });
    this.#pool = lending;
  }

  override createDriver(): Driver {
    return new OctavoPostgresDriver({ pool: this.#pool, cursor: Cursor });
  }
}

class OctavoPostgresDriver extends PostgresDriver {
  /** An error here would hide why the transaction failed; a connection that is not idle afterwards is closed. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }
}

/** Each borrower gets an object of its own: Kysely keeps one connection for each client, which could be released twice. */
function lendFrom(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => lend(await pool.connect()),
    end: () => pool.end(),
  };
}

function lend(client: PoolClient): PostgresPoolClient {
  let isReleased = false;
  /** Statements whose outcome is not known. Kysely sends one at a time; a second one follows one that was given up. */
  let running = 0;

  async function run(sql: string, parameters: unknown[]) {
    if (running > 0) throw new Error('The connection still runs a statement that nobody waits for.');
    running++;
    try {
      return await client.query(sql, parameters);
    } finally {
      running--;
    }
  }

  /** pg's own `close` waits for an answer, for ever when the connection broke. */
  function open(cursor: Cursor): PostgresCursor<unknown> {
    let hasFailed = false;
    running++;
    client.query(cursor).once('error', () => (hasFailed = true));
    return {
      read: (rows) => cursor.read(rows),
      async close() {
        if (hasFailed) return;
        await cursor.close();
        running--;
      },
    };
  }

  return {
    query: ((query: string | Cursor, parameters: unknown[]) =>
      typeof query === 'string' ? run(query, parameters) : open(query)) as PostgresPoolClient['query'],
    release() {
      if (isReleased) return;
      isReleased = true;
      client.release(running > 0 || client.getTransactionStatus() !== 'I');
    },
  };
}
