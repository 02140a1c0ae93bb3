import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type Cursor from 'pg-cursor';

export type BeforeLending = (client: PoolClient) => Promise<void> | undefined;

/**
 * Each caller gets its own object: Kysely caches one connection per client, which could be released twice.
 *
 * The end of the pool waits for all connections. Those that are still on their way to a caller reach none, because Kysely's
 * driver has discarded its pool by then and fails: they are returned here.
 */
export function lendFrom(pool: Pool, beforeLending: BeforeLending = () => undefined): PostgresPool {
  const unused = new Set<PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const verifying = beforeLending(client);
      if (verifying) await verifying.catch((error: unknown) => giveBack(client, error));
      if (pool.ending) giveBack(client, new Error('The connections are being closed.'));
      const lent = lend(client, () => unused.delete(lent));
      unused.add(lent);
      return lent;
    },
    async end() {
      // A caller sends its statement as soon as it has the connection.
      setImmediate(() => unused.forEach((lent) => lent.release()));
      await pool.end();
    },
  };
}

function giveBack(client: PoolClient, error: unknown): never {
  client.release(true);
  throw error;
}

/** @param onUse called by the first statement, and by the release */
function lend(client: PoolClient, onUse: () => void): PostgresPoolClient {
  let isReleased = false;
  /** Statements whose outcome is unknown. Kysely sends one at a time; a second one follows an aborted one. */
  let running = 0;

  async function run(sql: string, parameters: unknown[]) {
    if (running > 0) throw new Error('The connection still runs an abandoned statement.');
    running++;
    try {
      const result = await client.query(sql, parameters);
      // Of several statements, the last one counts.
      return Array.isArray(result) ? (result as (typeof result)[]).at(-1)! : result;
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
    query: ((query: string | Cursor, parameters: unknown[]) => {
      onUse();
      return typeof query === 'string' ? run(query, parameters) : open(query);
    }) as PostgresPoolClient['query'],
    release() {
      if (isReleased) return;
      isReleased = true;
      onUse();
      client.release(running > 0 || client.getTransactionStatus() !== 'I');
    },
  };
}
