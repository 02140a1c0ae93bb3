import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

import type { DatabaseFailure } from '../../routers/database-errors.ts';
import { EVERYTHING } from '../changes.ts';
import { DatabaseReadOnly } from './errors.ts';
import type { Listener, Watcher } from './listener.ts';
import { explain, READ_ONLY } from './postgres.ts';
import { trackSockets, type Sockets } from './sockets.ts';
import { INVALIDATIONS_CHANNEL } from './invalidations.ts';

/** How often the connection is asked whether it still answers, and how long the answer may take, in milliseconds. */
const CHECK_EVERY = 2000;
const ANSWER_WITHIN = 2000;
/** How long connecting may take, in milliseconds. */
const CONNECT_WITHIN = 4000;
/** The longest pause between two attempts to connect again, in milliseconds. */
const LONGEST_PAUSE = 1000;

export interface ListenOptions {
  url: string;
  /** The monotonic clock. */
  now: () => number;
  /** Told when the connection is lost, and while the server is read-only. */
  failed(error: unknown, failure: DatabaseFailure): void;
  /** Told the tags of each commit, those of this process among them; does not reject. */
  hear(tags: readonly string[]): Promise<void>;
  /** Told when the server does not answer, though nobody closed the connection. */
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
  /** Why the connection ended last. */
  let cause: unknown;

  async function listen(): Promise<{ ended: Promise<void> }> {
    const client = newClient(url, sockets);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    // The first one says why; what follows is that there is no connection any more.
    client.on('error', (error) => (cause ??= error));
    tellInTurns(client, hear);
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
    void keepChecking(client, AbortSignal.any([signal, whenDone(ended)]));
    return { ended };
  }

  async function keepChecking(client: Client, over: AbortSignal): Promise<void> {
    while (await passes(CHECK_EVERY, over)) {
      const answer = await ask(client);
      if (answer) workedAt = now();
      else if (!over.aborted) freeze();
      if (answer?.is_read_only) failed(new DatabaseReadOnly('PostgreSQL is read-only'), 'read-only');
    }
  }

  function freeze(): void {
    cause ??= new Error(`PostgreSQL did not answer within ${ANSWER_WITHIN / 1000} seconds`);
    sockets.destroyConnections();
    onFrozen();
  }

  async function goOn({ ended }: { ended: Promise<void> }): Promise<void> {
    await ended;
    if (signal.aborted) return;
    isListening = false;
    failed(cause, 'away');
    for (const { lost } of watchers) lost(workedAt);
    const next = await listenAgain();
    if (!next) return;
    // Nobody knows what was committed meanwhile.
    await hear([EVERYTHING]);
    for (const { back } of watchers) back();
    return goOn(next);
  }

  async function listenAgain(): Promise<{ ended: Promise<void> } | null> {
    for (let pause = 10; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const next = await listen().catch(() => null);
      if (next || !(await passes(pause, signal))) return next;
    }
    return null;
  }

  return {
    watch: (watcher) => void watchers.push(watcher),
    async start() {
      const first = await listen().catch((error: unknown) => {
        throw explain(error, new URL(url), CONNECT_WITHIN);
      });
      // What was read at the start may have changed before this one listened.
      await hear([EVERYTHING]);
      void goOn(first);
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
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: CONNECT_WITHIN,
    keepAlive: true,
    stream: sockets.open,
  });
}

/**
 * Tells the tags that arrive together at once. Those of this process' own commits are told again: when a connection
 * breaks during a commit, this is the only word that it happened.
 */
function tellInTurns(client: Client, hear: ListenOptions['hear']): void {
  let heard = new Set<string>();
  client.on('notification', ({ payload = '' }) => {
    if (heard.size === 0) setImmediate(tell);
    heard.add(payload);
  });

  function tell(): void {
    const tags = [...heard];
    heard = new Set();
    void hear(tags);
  }
}

/**
 * When this process itself was held up, the answer may lie there unread: so it looks once more before it gives up.
 *
 * @returns null when there is no answer
 */
function ask(client: Client): Promise<{ is_read_only: boolean } | null> {
  const answer = client.query<{ is_read_only: boolean }>(READ_ONLY).then(
    ({ rows }) => rows[0] ?? null,
    () => null,
  );
  const patience = sleep(ANSWER_WITHIN, null, { ref: false }).then(() => sleep(100, null, { ref: false }));
  return Promise.race([answer, patience]);
}

/** @returns false as soon as it is over */
function passes(milliseconds: number, over: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal: over, ref: false }).catch(() => false);
}

function whenDone(work: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void work.then(() => controller.abort());
  return controller.signal;
}
