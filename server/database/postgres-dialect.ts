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
 * Kysely's dialect for PostgreSQL, but a connection is always returned to the pool, and closed if it is broken or still
 * in a transaction. Kysely never releases it when BEGIN, COMMIT or ROLLBACK fails, so a restart of PostgreSQL under
 * load exhausted the pool.
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
  /** An error here would hide the original one; a connection in a transaction is closed afterwards. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }
}

/** Each caller gets its own object: Kysely caches one connection per client, which could be released twice. */
function lendFrom(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => lend(await pool.connect()),
    end: () => pool.end(),
  };
}

function lend(client: PoolClient): PostgresPoolClient {
  let isReleased = false;
  /** Statements whose outcome is unknown. Kysely sends one at a time; a second one follows an aborted one. */
  let running = 0;

  async function run(sql: string, parameters: unknown[]) {
    if (running > 0) throw new Error('The connection still runs an abandoned statement.');
    running++;
    try {
      return await client.query(sql, parameters);
    } finally {
      running--;
    }
  }

  /** The `close` of pg waits for a response, forever if the connection is broken. */
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
