import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Services } from '../routers/context.ts';
import { createApp } from './app.ts';
import type { Changes } from './changes.ts';
import type { Config } from './config.ts';
import { logConsoleEvents } from './console-events.ts';
import type { Database } from './database/open.ts';
import type { Health } from './health.ts';
import { startHousekeeping } from './housekeeping.ts';
import { peerReader } from './http/client-ip.ts';
import { limitConnections } from './http/connection-limit.ts';
import { guardConnections, type ConnectionTimes } from './http/connections.ts';
import { consumersOf } from './jobs/consumers.ts';
import { startJobs } from './jobs/runner.ts';
import { openServices, type OpenServices, type ServicesOptions } from './services.ts';

// An import of node:http would load fetch and all that belongs to it: 10 MB that nothing here needs.
const { createServer } = process.getBuiltinModule('node:http');

/** How a service is started. */
export interface ServiceOptions extends ServicesOptions {
  /** What remains to be done before it listens. */
  beforeListening?: (opened: OpenServices) => Promise<void>;
  /** What is done once the port is its own, and before anybody is answered. */
  beforeAnswering?: (opened: OpenServices) => Promise<void>;
  /** Time-outs of connections that differ from the usual ones, for tests. */
  times?: Partial<ConnectionTimes>;
}

/** A running service. */
export interface Service {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  url: string;
  services: Services;
  database: Database;
  changes: Changes;
  /** Takes no new connections, lets requests in flight finish, closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database, brings it up to date and listens.
 *
 * @throws DatabaseUnavailable, DatabaseTooNew, or what listening threw (EADDRINUSE …)
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const opened = await openServices(options);
  const { services, database, changes, listener } = opened;
  const state: Health = { ping: database.ping, stuckFor: database.stuckFor, draining: false };
  // Without a Host header Node would answer by itself, without our headers; `ownOrigin` refuses it instead.
  const server = createServer({ requireHostHeader: false });
  const app = createApp(opened, config, state, options.cacheBytes);
  limitConnections(server, peerReader(config.trustedProxies), services.log);
  guardConnections(server, services.settings.siteUrl, options.times);
  const answerWith = holdRequests(server);
  try {
    await listener.start();
    await options.beforeListening?.(opened);
    await listen(server, config);
    await options.beforeAnswering?.(opened);
    answerWith(app);
  } catch (error) {
    if (server.listening) await stop(server);
    await opened.close();
    throw error;
  }

  const jobs = startJobs({ services, changes, consumers: consumersOf(services) });
  const stopHousekeeping = startHousekeeping(services);
  const stopConsoleEvents = await logConsoleEvents(services, changes);
  if (database.dialect === 'postgres' && config.redisUrl === null) {
    services.log.info('REDIS_URL is not set: this instance counts reads for itself; set it when there are several');
  }
  return {
    url: addressOf(server, config.host),
    services,
    database,
    changes,
    async close() {
      state.draining = true;
      stopConsoleEvents();
      stopHousekeeping();
      await Promise.all([jobs.stop(), stop(server)]);
      await opened.close();
    },
  };
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/** Lets requests wait until there is something that answers them. */
function holdRequests(server: Server): (answer: RequestListener) => void {
  const held: Parameters<RequestListener>[] = [];
  const hold: RequestListener = (...request) => void held.push(request);
  server.on('request', hold);
  return (answer) => {
    server.off('request', hold).on('request', answer);
    for (const request of held) answer(...request);
  };
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
