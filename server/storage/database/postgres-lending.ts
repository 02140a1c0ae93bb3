import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type Cursor from 'pg-cursor';

export type BeforeLending = (client: PoolClient) => Promise<void> | undefined;

/** Each caller gets its own object: Kysely caches one connection per client, which could be released twice. */
export function lendFrom(pool: Pool, beforeLending: BeforeLending = () => undefined): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const verifying = beforeLending(client);
      if (verifying) await verifying.catch((error: unknown) => giveBack(client, error));
      return lend(client);
    },
    end: () => pool.end(),
  };
}

function giveBack(client: PoolClient, error: unknown): never {
  client.release(true);
  throw error;
}

function lend(client: PoolClient): PostgresPoolClient {
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
    query: ((query: string | Cursor, parameters: unknown[]) =>
      typeof query === 'string' ? run(query, parameters) : open(query)) as PostgresPoolClient['query'],
    release() {
      if (isReleased) return;
      isReleased = true;
      client.release(running > 0 || client.getTransactionStatus() !== 'I');
    },
  };
}
