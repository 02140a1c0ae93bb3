import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Logger } from 'pino';

import { entities } from '../entities/index.ts';
import { migrations } from '../migrations/index.ts';
import { release } from '../release.ts';
import { createHashQueue } from '../routers/admin/hash-queue.ts';
import { createEdgeLimiter, createLoginLimiter } from '../routers/admin/login-limiter.ts';
import type { Clock, Services } from '../routers/context.ts';
import { memoryCounters } from '../routers/limits/counters.ts';
import { createSettingsStore } from '../routers/settings/store.ts';
import { createViewBuffer } from '../routers/stats/view-buffer.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import type { Health } from './health.ts';
import { answerBrokenRequests, setTimeouts } from './http/connections.ts';

/** A running service. */
export interface Service {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  url: string;
  services: Services;
  database: Database;
  /** Takes no new connections, lets requests in flight finish, closes the database. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  /** Told of every statement; see `openDatabase`. */
  onQuery?: (sql: string, parameters: readonly unknown[], milliseconds: number) => void;
}

/**
 * Opens the database, brings it up to date and listens.
 *
 * @throws DatabaseUnavailable, DatabaseTooNew, or what listening threw (EADDRINUSE …)
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const { services, database } = await openServices(options);
  const state: Health = { ping: () => database.ping(), draining: false };
  // Without a Host header Node would answer by itself, without our headers; `ownOrigin` refuses it instead.
  const server = createServer({ requireHostHeader: false }, createApp(services, config, state));
  setTimeouts(server);
  answerBrokenRequests(server);
  try {
    await listen(server, config);
  } catch (error) {
    await database.close();
    throw error;
  }

  return {
    url: addressOf(server, config.host),
    services,
    database,
    async close() {
      state.draining = true;
      await stop(server);
      await services.views.close();
      await database.close();
    },
  };
}

/** Opens what procedures need, without listening: also the way in of the commands that work on the database itself. */
export async function openServices({
  config,
  log,
  clock = { now: Date.now },
  onQuery,
}: ServiceOptions): Promise<{ services: Services; database: Database }> {
  const database = await openDatabase({ url: config.databaseUrl, entities, ...(onQuery && { onQuery }) });
  try {
    const { applied } = await migrate(database, migrations);
    if (applied.length > 0) log.info({ applied }, 'the database is up to date');
  } catch (error) {
    await database.close();
    throw error;
  }
  const { siteUrl, setupKey, corsOrigins, loginLimiter } = config;
  const { em } = database.orm;
  const settings = createSettingsStore(em, siteUrl);
  await settings.current();
  const services: Services = {
    em,
    clock,
    log,
    policy: { release, siteUrl, setupKey, corsOrigins },
    hashing: createHashQueue(),
    encrypting: createHashQueue(),
    loginLimiter: loginLimiter === 'edge' ? createEdgeLimiter(clock) : await createLoginLimiter(em, clock, log),
    counters: memoryCounters(clock),
    counterTrouble: warnOnce(log),
    scrub: () => scrub(database),
    settings,
    views: createViewBuffer(em, clock, log),
  };
  return { services, database };
}

/** Limits that cannot count let everybody pass; the log says so once. */
function warnOnce(log: Logger): (error: unknown) => void {
  let warned = false;
  return (error) => {
    if (warned) return;
    warned = true;
    log.warn({ err: error }, 'the counter store is away: limits on reading let everybody pass');
  };
}

/**
 * SQLite overwrites what it frees (`secure_delete`), but the log of the last transactions still holds the old pages
 * until a checkpoint empties it. PostgreSQL's own log is the operator's to keep or to drop.
 */
async function scrub({ dialect, kysely }: Database): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

/** Milliseconds that requests in flight have to finish. */
const GRACE = 4000;

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
