import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Services } from '../routers/context.ts';
import { mailConsumer } from '../routers/mail/consumer.ts';
import { webhookConsumer } from '../routers/webhooks/consumer.ts';
import { createApp } from './app.ts';
import { planBackups } from './backup/job.ts';
import type { Changes } from './changes.ts';
import type { Config } from './config.ts';
import { logConsoleEvents } from './console-events.ts';
import type { Database } from './database/open.ts';
import type { Health } from './health.ts';
import { startHousekeeping } from './housekeeping.ts';
import { peerReader } from './http/client-ip.ts';
import { closeServer } from './http/close-server.ts';
import { limitConnections } from './http/connection-limit.ts';
import { guardConnections, type ConnectionTimes } from './http/connections.ts';
import { holdRequests } from './http/hold-requests.ts';
import { attemptsOf, consumersOf, inLanes, oneAtATime } from './jobs/consumers.ts';
import { startEventRelay } from './jobs/event-relay.ts';
import { startJobs } from './jobs/runner.ts';
import type { MediaFiles } from './media/media.ts';
import { openServices, type OpenServices, type ServicesOptions } from './services.ts';
import { listenOnSocket, unixSocketOf } from './unix-socket.ts';

// Importing node:http would also load fetch: 10 MB that are not needed here.
const { createServer } = process.getBuiltinModule('node:http');

/** The options of a service. */
export interface ServiceOptions extends ServicesOptions {
  /** Runs before the service listens. */
  beforeListening?: (opened: OpenServices) => Promise<void>;
  /** Runs after the port is bound, before the first response. */
  beforeAnswering?: (opened: OpenServices) => Promise<void>;
  /** Different timeouts of connections, for tests. */
  times?: Partial<ConnectionTimes>;
}

/** A running service. */
export interface Service {
  /** Its URL, such as `http://127.0.0.1:3000` or `unix:/run/octavo.sock`. */
  url: string;
  services: Services;
  database: Database;
  changes: Changes;
  media: MediaFiles;
  /** Closes the server, waits for running requests, and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database, migrates it and starts to listen.
 *
 * @throws DatabaseUnavailable, DatabaseTooNew; the error of listening, such as EADDRINUSE
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const opened = await openServices(options);
  const { services, database, changes, listener } = opened;
  const state: Health = { ping: database.ping, stuckFor: database.stuckFor, draining: false };
  // Node would answer requests without a Host header on its own, without our headers; `ownOrigin` rejects them instead.
  const server = createServer({ requireHostHeader: false });
  const app = createApp(opened, config, state, options.cacheBytes);
  limitConnections(server, peerReader(config), services.log);
  const { destroySilent } = guardConnections(server, services.settings.siteUrl, options.times);
  const stop = () => closeServer(server, app, destroySilent);
  const answerWith = holdRequests(server);
  try {
    await listener.start();
    await options.beforeListening?.(opened);
    await listen(server, config);
    await options.beforeAnswering?.(opened);
    answerWith(app);
  } catch (error) {
    state.draining = true;
    if (server.listening) await stop();
    await opened.close();
    throw error;
  }

  const jobs = startJobs({
    services,
    changes,
    consumers: consumersOf({ ...opened, config }),
    oneAtATime,
    inLanes,
    attemptsOf,
  });
  const relays = [webhookConsumer, mailConsumer(services.policy)].map((consumer) =>
    startEventRelay({ services, changes, isListening: listener.isListening }, consumer),
  );
  const stopHousekeeping = startHousekeeping(services, undefined, {
    'unfinished uploads could not be deleted yet': opened.media.clean,
    'the next backup could not be planned yet': () => planBackups(services.em.fork(), services.clock, config),
  });
  const stopConsoleEvents = await logConsoleEvents(services, changes);
  if (database.dialect === 'postgres' && config.redisUrl === null) {
    services.log.info('REDIS_URL is not set: this instance counts reads for itself; set it when there are several');
  }
  return {
    url: addressOf(server, config.host),
    services,
    database,
    changes,
    media: opened.media,
    async close() {
      state.draining = true;
      // Their clients connect to another instance, or to this one once it is back.
      services.events.close();
      stopConsoleEvents();
      stopHousekeeping();
      await Promise.all([...relays.map((stopRelay) => stopRelay()), jobs.stop(), stop()]);
      await opened.close();
    },
  };
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  const path = unixSocketOf(host);
  if (path !== null) return listenOnSocket(server, path);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function addressOf(server: Server, host: string): string {
  if (unixSocketOf(host) !== null) return host;
  const { port } = server.address() as AddressInfo;
  return `http://${shownHost(host)}:${port}`;
}

/** The host of the URL at which a service that listens on HOST is reached from this machine. */
export function shownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
}
