import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResult } from 'pg';

import type { DatabaseFailure } from '../../../routers/base/database-errors.ts';
import { inBackground } from '../../../routers/base/defects.ts';
import type { Ask } from './instance.ts';
import { ConnectionLost, DatabaseReadOnly } from '../database/errors.ts';
import type { IdentityGuard } from '../database/identity-guard.ts';
import type { Listener } from './listener.ts';
import { explain, READ_ONLY } from '../database/postgres.ts';
import { trackSockets, type Sockets } from '../database/sockets.ts';

/** How often the connection is checked, and the timeout of a check. */
const CHECK_INTERVAL_MS = 2000;
const CHECK_TIMEOUT_MS = 2000;
/** The timeout for connecting. */
const CONNECT_TIMEOUT_MS = 4000;
/** How long those who ask wait for a running attempt to connect. */
const RECONNECT_WAIT_MS = 1000;
/** The maximum pause between reconnection attempts. */
const MAX_BACKOFF_MS = 1000;

export interface ListenOptions {
  url: string;
  /** Called when the connection is lost, and while the server is read-only. */
  failed(error: unknown, failure: DatabaseFailure): void;
  /** Called when the server stops responding although the connection is open. */
  onFrozen(): void;
  /** Verifies the connection, so that it never listens to another database. */
  guard: IdentityGuard;
  /** Called with what the database's clock showed between two times of the monotonic clock, in milliseconds. */
  measured(asked: number, answered: number, time: number): void;
  /** The statements with which a connection begins. */
  beginning: string;
  /** Called when a connection has begun to listen; commits may have been missed before. */
  connected(askNow: Ask): Promise<void>;
  /** Called for every notification. */
  notified(channel: string, payload: string): void;
}

/** A listener that also asks on its connection. */
export interface AskingListener extends Listener {
  /**
   * Asks when the connection is there; waits for an attempt to connect that runs.
   *
   * @throws ConnectionLost
   */
  ask: Ask;
}

/** The listener for PostgreSQL. */
export function listenToCommits(options: ListenOptions): AskingListener {
  const { url, failed, onFrozen, measured, beginning, notified, guard } = options;
  const sockets = trackSockets();
  const closing = new AbortController();
  const { signal } = closing;
  /** The connection that listens; null while there is none. */
  let current: Connection | null = null;
  /** The running attempt to connect. */
  let connecting: Promise<unknown> | null = null;
  /** The reason why the last connection ended. */
  let cause: unknown;

  async function listen(): Promise<{ ended: Promise<void> }> {
    const client = newClient(url, sockets);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    // The first error has the reason; later ones only report the closed connection.
    client.on('error', (error) => (cause ??= error));
    client.on('notification', ({ channel, payload = '' }) => notified(channel, payload));
    const connection = takingTurns(client);
    try {
      await client.connect();
      await guard.watch({ client, drop: sockets.destroyConnections });
      await client.query(beginning);
      await options.connected((statements) => askOn(connection, statements));
      guard.open();
    } catch (error) {
      sockets.destroyConnections();
      throw error;
    }
    cause = undefined;
    current = connection;
    inBackground(ended.then(() => (current = null)));
    inBackground(keepChecking(connection, AbortSignal.any([signal, abortAfter(ended)])));
    return { ended };
  }

  async function ask(statements: () => string): Promise<Row[]> {
    const connection = await connected();
    try {
      return await askOn(connection, statements);
    } catch (error) {
      await nextTurn();
      // A connection that has ended says nothing about the server, unlike one without a response.
      if (error instanceof ConnectionLost || current === connection) throw error;
      return askOn(await connected(), statements);
    }
  }

  async function connected(): Promise<Connection> {
    if (!current) await Promise.race([connecting, sleep(RECONNECT_WAIT_MS, null, { ref: false })]);
    if (!current) throw new ConnectionLost({ cause });
    return current;
  }

  async function askOn(connection: Connection, statements: () => string): Promise<Row[]> {
    const rows = await connection(statements);
    if (rows) return rows;
    handleFreeze();
    throw new ConnectionLost({ cause });
  }

  async function keepChecking(connection: Connection, over: AbortSignal): Promise<void> {
    while (await delay(CHECK_INTERVAL_MS, over)) {
      const answer = await check(connection, measured);
      if (!answer && !over.aborted) handleFreeze();
      if (answer?.isReadOnly) failed(new DatabaseReadOnly('PostgreSQL is read-only'), 'read-only');
      if (answer) await guard.check();
    }
  }

  function handleFreeze(): void {
    cause ??= new Error(`PostgreSQL did not answer within ${CHECK_TIMEOUT_MS / 1000} seconds`);
    sockets.destroyConnections();
    onFrozen();
  }

  async function keepListening({ ended }: { ended: Promise<void> }): Promise<void> {
    await ended;
    if (signal.aborted) return;
    // Those who ask now wait for the first attempt, but not for the pauses between further ones.
    const first = attempt();
    // The guard has logged why it dropped the connection.
    if (guard.problem() === null) failed(cause, 'away');
    const next = (await first) ?? (await reconnect());
    if (next) return keepListening(next);
  }

  function attempt(): Promise<{ ended: Promise<void> } | null> {
    const attempting = listen().catch((error: unknown) => {
      cause ??= error;
      return null;
    });
    connecting = attempting;
    inBackground(attempting.then(() => (connecting = null)));
    return attempting;
  }

  async function reconnect(): Promise<{ ended: Promise<void> } | null> {
    for (let pause = 10; await delay(pause, signal); pause = Math.min(pause * 2, MAX_BACKOFF_MS)) {
      const next = await attempt();
      if (next) return next;
    }
    return null;
  }

  return {
    ask,
    async start() {
      const first = await listen().catch((error: unknown) => {
        throw explain(error, new URL(url), CONNECT_TIMEOUT_MS);
      });
      inBackground(keepListening(first));
    },
    isListening: () => current !== null,
    async close() {
      closing.abort();
      sockets.destroyConnections();
    },
  };
}

type Row = Record<string, unknown>;

/** Runs statements in turn. @returns the rows of the last one; null without a response */
type Connection = (statements: () => string) => Promise<Row[] | null>;

/** A client takes one query at a time. */
function takingTurns(client: Client): Connection {
  let last: Promise<unknown> = Promise.resolve();

  async function run(statements: () => string): Promise<Row[] | null> {
    const answer = client.query<Row>(statements()) as Promise<QueryResult<Row> | QueryResult<Row>[]>;
    try {
      const results = await beforeTimeout(answer);
      return results && [results].flat().at(-1)!.rows;
    } catch (error) {
      // The connection must not stay in the transaction that failed.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  return (statements) => {
    const running = last.then(() => run(statements));
    last = running.catch(() => undefined);
    return running;
  };
}

function newClient(url: string, sockets: Sockets): Client {
  return new Client({
    connectionString: url,
    application_name: 'octavo-listen',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    stream: sockets.open,
  });
}

/** Checks the connection, and compares the clocks. @returns null without a response */
async function check(
  connection: Connection,
  measured: ListenOptions['measured'],
): Promise<{ isReadOnly: boolean } | null> {
  let asked = 0;
  const rows = await connection(() => {
    asked = performance.now();
    return `${READ_ONLY}, extract(epoch from clock_timestamp())::float8 * 1000 as time`;
  }).catch(() => null);
  if (!rows) return null;
  const { is_read_only: isReadOnly, time } = rows[0] as { is_read_only: boolean; time: number };
  measured(asked, performance.now(), time);
  return { isReadOnly };
}

/**
 * Waits for an answer of the server. If this process was blocked, it may be unread yet, so this waits a little longer.
 *
 * @returns null without one
 */
function beforeTimeout<T>(answer: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    // Many times a second: a timer costs a tenth of a signal that aborts.
    let timer = setTimeout(() => (timer = setTimeout(resolve, 100, null).unref()), CHECK_TIMEOUT_MS).unref();
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** @returns false when the signal aborts */
function delay(milliseconds: number, over: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal: over, ref: false }).catch(() => false);
}

function abortAfter(work: Promise<void>): AbortSignal {
  const controller = new AbortController();
  inBackground(work.then(() => controller.abort()));
  return controller.signal;
}
