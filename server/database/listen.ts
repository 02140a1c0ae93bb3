import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

import type { DatabaseFailure } from '../../routers/database-errors.ts';
import { EVERYTHING } from '../changes.ts';
import { DatabaseReadOnly } from './errors.ts';
import type { Listener, Watcher } from './listener.ts';
import { explain, READ_ONLY } from './postgres.ts';
import { trackSockets, type Sockets } from './sockets.ts';
import { INVALIDATIONS_CHANNEL } from './recorded.ts';

/** How often the connection is checked, and the timeout of a check. */
const CHECK_INTERVAL_MS = 2000;
const CHECK_TIMEOUT_MS = 2000;
/** The timeout for connecting. */
const CONNECT_TIMEOUT_MS = 4000;
/** The maximum pause between reconnection attempts. */
const MAX_BACKOFF_MS = 1000;

export interface ListenOptions {
  url: string;
  /** The monotonic clock. */
  now: () => number;
  /** Called when the connection is lost, and while the server is read-only. */
  failed(error: unknown, failure: DatabaseFailure): void;
  /** Called with the tags of each commit, including those of this process; must not reject. */
  hear(tags: readonly string[]): Promise<void>;
  /** Called when the server stops responding although the connection is open. */
  onFrozen(): void;
}

/** The listener for PostgreSQL. */
export function listenToCommits({ url, now, failed, hear, onFrozen }: ListenOptions): Listener {
  const watchers: Watcher[] = [];
  const sockets = trackSockets();
  const closing = new AbortController();
  const { signal } = closing;
  let workedAt = now();
  let isListening = false;
  /** The reason why the last connection ended. */
  let cause: unknown;

  async function listen(): Promise<{ ended: Promise<void> }> {
    const client = newClient(url, sockets);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    // The first error has the reason; later ones only report the closed connection.
    client.on('error', (error) => (cause ??= error));
    passOnTags(client, hear);
    try {
      await client.connect();
      await client.query(`listen ${INVALIDATIONS_CHANNEL}`);
    } catch (error) {
      sockets.destroyConnections();
      throw error;
    }
    workedAt = now();
    cause = undefined;
    isListening = true;
    void keepChecking(client, AbortSignal.any([signal, abortAfter(ended)]));
    return { ended };
  }

  async function keepChecking(client: Client, over: AbortSignal): Promise<void> {
    while (await delay(CHECK_INTERVAL_MS, over)) {
      const answer = await check(client);
      if (answer) workedAt = now();
      else if (!over.aborted) handleFreeze();
      if (answer?.is_read_only) failed(new DatabaseReadOnly('PostgreSQL is read-only'), 'read-only');
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
    isListening = false;
    failed(cause, 'away');
    for (const { lost } of watchers) lost(workedAt);
    const next = await reconnect();
    if (!next) return;
    // Commits may have been missed.
    await hear([EVERYTHING]);
    for (const { back } of watchers) back();
    return keepListening(next);
  }

  async function reconnect(): Promise<{ ended: Promise<void> } | null> {
    for (let pause = 10; !signal.aborted; pause = Math.min(pause * 2, MAX_BACKOFF_MS)) {
      const next = await listen().catch(() => null);
      if (next || !(await delay(pause, signal))) return next;
    }
    return null;
  }

  return {
    watch: (watcher) => void watchers.push(watcher),
    async start() {
      const first = await listen().catch((error: unknown) => {
        throw explain(error, new URL(url), CONNECT_TIMEOUT_MS);
      });
      // Data read during the start may have changed before this connection listened.
      await hear([EVERYTHING]);
      void keepListening(first);
    },
    isListening: () => isListening,
    close() {
      closing.abort();
      sockets.destroyConnections();
    },
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

/**
 * Passes on tags that arrive together in one call. This includes commits of this process: if a connection breaks during
 * a commit, this is the only evidence that it succeeded.
 */
function passOnTags(client: Client, hear: ListenOptions['hear']): void {
  let heard = new Set<string>();
  client.on('notification', ({ payload = '' }) => {
    if (heard.size === 0) setImmediate(passOn);
    heard.add(payload);
  });

  function passOn(): void {
    const tags = [...heard];
    heard = new Set();
    void hear(tags);
  }
}

/**
 * Checks the connection. If this process was blocked, the response may be unread yet, so it waits a little longer.
 *
 * @returns null without a response
 */
function check(client: Client): Promise<{ is_read_only: boolean } | null> {
  const answer = client.query<{ is_read_only: boolean }>(READ_ONLY).then(
    ({ rows }) => rows[0] ?? null,
    () => null,
  );
  const timeout = sleep(CHECK_TIMEOUT_MS, null, { ref: false }).then(() => sleep(100, null, { ref: false }));
  return Promise.race([answer, timeout]);
}

/** @returns false when the signal aborts */
function delay(milliseconds: number, over: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal: over, ref: false }).catch(() => false);
}

function abortAfter(work: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void work.then(() => controller.abort());
  return controller.signal;
}
