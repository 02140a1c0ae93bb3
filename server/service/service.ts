import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Services } from '../../routers/core/context.ts';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import type { Changes } from '../storage/changes.ts';
import { claimFiles, type Claim } from '../storage/claim/claim.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../storage/database/open.ts';
import { isDamage } from '../storage/database/sqlite-errors.ts';
import { connectionRoom } from '../process/descriptors.ts';
import type { Health } from '../api/health.ts';
import { peerReader } from '../http/client-ip.ts';
import { BACKLOG } from '../http/backlog.ts';
import { closeServer } from '../http/close-server.ts';
import { limitConnections } from '../http/connection-limit.ts';
import { guardConnections, type ConnectionTimes } from '../http/connections.ts';
import { holdRequests } from '../http/hold-requests.ts';
import type { MediaFiles } from '../media/media.ts';
import { shownHost } from '../config/host.ts';
import { openServices } from './open-services.ts';
import type { OpenServices, ServicesOptions } from './services.ts';
import { unixSocketOf } from '../config/host.ts';
import { listenOnSocket } from '../http/unix-socket.ts';

// Importing node:http would also load fetch: 10 MB that are not needed here.
const { createServer } = process.getBuiltinModule('node:http');

/** The options of a service. */
export interface ServiceOptions extends ServicesOptions {
  /** Runs before the service listens. */
  beforeListening?: (opened: OpenServices) => Promise<void>;
  /** Runs after the port is bound, before the first response. */
  beforeAnswering?: (opened: OpenServices) => Promise<void>;
  /** Runs before the first request that can write is answered: after the check of the SQLite file, if there is one. */
  beforeWrites?: (opened: OpenServices) => Promise<void>;
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
  /** Resolves when it can write; rejects when the SQLite file is damaged. */
  checked: Promise<void>;
  /** Closes the server, waits for running requests, and closes the database. */
  close(): Promise<void>;
}

/**
 * Claims the SQLite file, opens the database, migrates it and starts to listen.
 *
 * After a service on the SQLite file did not end properly, the file is checked while the service already serves reads, and
 * everything else begins afterwards.
 *
 * @throws DatabaseUnavailable, DatabaseTooNew; the error of listening, such as EADDRINUSE
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const claim = await claimFiles(options.config, options.log);
  try {
    const { isUnclean } = claim;
    return await serve(await openServices({ ...options, isService: true, isUnclean }), claim, options);
  } catch (error) {
    await claim.release(!claim.isUnclean && !isDamage(error));
    throw error;
  }
}

async function serve(opened: OpenServices, claim: Claim, options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const { services, database, databaseProblem, changes, listener, gate } = opened;
  const state: Health = { databaseProblem, stuckFor: database.stuckFor, draining: false, gate };
  // Node would answer requests without a Host header on its own, without our headers; `ownOrigin` rejects them instead.
  const server = createServer({ requireHostHeader: false, optimizeEmptyRequests: true });
  limitConnections(server, peerReader(config), services.log);
  const { destroySilent, releasing } = guardConnections(
    server,
    services.settings.siteUrl,
    options.times,
    connectionRoom(services.log),
  );
  const app = releasing(createApp(opened, config, state, options.cacheBytes));
  const stop = () => closeServer(server, app, destroySilent);
  const answerWith = holdRequests(server);
  try {
    await listener.start();
    await options.beforeListening?.(opened);
    await listen(server, config);
    if (!opened.checked) await options.beforeWrites?.(opened);
    await options.beforeAnswering?.(opened);
    await claim.announce(listenAddress(server, config.host));
    answerWith(app);
  } catch (error) {
    state.draining = true;
    if (server.listening) await stop();
    await opened.close();
    throw error;
  }

  let isChecked = !opened.checked;
  let stopBackground = async (): Promise<void> => undefined;

  async function beginWrites(): Promise<void> {
    if (opened.checked) {
      await opened.checked;
      isChecked = true;
      if (state.draining) return;
      await options.beforeWrites?.(opened);
    }
    stopBackground = await startBackground(opened, config);
  }

  const begun = beginWrites();
  // Only a caller that wants to know waits for it.
  begun.catch(() => undefined);
  if (isChecked) await begun;
  if (database.dialect === 'postgres' && config.redisUrl === null) {
    services.log.info('REDIS_URL is not set: this instance counts reads for itself; set it when there are several');
  }
  return {
    url: listenAddress(server, config.host),
    services,
    database,
    changes,
    media: opened.media,
    checked: begun,
    async close() {
      state.draining = true;
      // Their clients connect to another instance, or to this one once it is back.
      services.events.close();
      if (isChecked) await begun.catch(() => undefined);
      await Promise.all([stopBackground(), stop()]);
      await opened.close();
      await claim.release(isChecked && !database.hasEnded());
    },
  };
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  const path = unixSocketOf(host);
  if (path !== null) return listenOnSocket(server, path);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

function listenAddress(server: Server, host: string): string {
  if (unixSocketOf(host) !== null) return host;
  const { port } = server.address() as AddressInfo;
  return `http://${shownHost(host)}:${port}`;
}
