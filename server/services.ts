import type { Logger } from 'pino';

import { entities } from '../entities/index.ts';
import { migrations } from '../migrations/index.ts';
import { VERSION } from '../shared/version.ts';
import { createHashQueue } from '../routers/admin/hash-queue.ts';
import {
  createEdgeLimiter,
  createLoginLimiter,
  type LimiterOptions,
  type LoginLimiter,
} from '../routers/admin/login-limiter.ts';
import { PASSWORD_ROUNDS } from '../routers/admin/passwords.ts';
import { systemClock, type Clock } from '../routers/clock.ts';
import type { Services } from '../routers/context.ts';
import { logFailure } from '../routers/database-errors.ts';
import { appError } from '../routers/errors.ts';
import { createKeyStore } from '../routers/keys/store.ts';
import { memoryCounters } from '../routers/limits/counters.ts';
import { sizePictures } from '../routers/pictures/sizes.ts';
import { createSchedule, type Schedule } from '../routers/posts/schedule.ts';
import { createSettingsStore } from '../routers/settings/store.ts';
import { createViewBuffer } from '../routers/stats/view-buffer.ts';
import { postsIn } from '../routers/tags.ts';
import { createChanges, EVERYTHING, type Changes } from './changes.ts';
import type { Config } from './config.ts';
import { listenToFile } from './database/listen-to-file.ts';
import type { Listener } from './database/listener.ts';
import { watchDatabase } from './database/outages.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import { InvalidationSubscriber } from './database/invalidations.ts';
import { healthFacts } from './health-facts.ts';
import { peerReader } from './http/client-ip.ts';
import { watchProxies, type ProxyWatch } from './http/proxy-watch.ts';
import { postPath } from './paths.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { absolute } from './render/absolute.ts';
import { createRenderer, type Renderer } from './render/markdown.ts';
import { createRenderings } from './render/renderings.ts';
import { renderThreads } from './render/thread.ts';
import { createScrubber } from './scrub.ts';
import { untilDone } from './until-done.ts';

export interface ServicesOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  /** Bytes for ready answers; 0 keeps none, which is for benchmarks. */
  cacheBytes?: number;
  /** PBKDF2 rounds of new password hashes, 600,000 when absent. No environment variable sets it: fewer are for tests. */
  passwordRounds?: number;
  /** Told of every statement; see `openDatabase`. */
  onQuery?: (sql: string, parameters: readonly unknown[], milliseconds: number) => void;
}

/** What procedures need, and how to let go of it. */
export interface OpenServices {
  services: Services;
  metrics: Metrics;
  database: Database;
  /** What commits touch, of this process and of others. */
  changes: Changes;
  /** Hears the commits of other instances, once it is started. */
  listener: Listener;
  schedule: Schedule;
  renderer: Renderer;
  proxyWatch: ProxyWatch;
  /** Writes what is buffered and closes every connection. */
  close(): Promise<void>;
}

/**
 * Opens what procedures need, without listening: also the way in of the commands that work on the database itself.
 *
 * @throws DatabaseUnavailable, DatabaseTooNew
 */
export async function openServices(options: ServicesOptions): Promise<OpenServices> {
  const { config, log, clock = systemClock, onQuery } = options;
  const metrics = createMetrics();
  const database = await openDatabase({
    url: config.databaseUrl,
    entities,
    log,
    monotonic: clock.monotonic,
    onQuery(sql, parameters, milliseconds) {
      metrics.queried(milliseconds / 1000);
      onQuery?.(sql, parameters, milliseconds);
    },
  });
  try {
    const { applied } = await migrate(database, migrations);
    if (applied.length > 0) log.info({ applied }, 'the database is up to date');
    await database.kysely.deleteFrom('touched' as never).execute();
    return await createServices(options, database, metrics);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function createServices(
  { config, log, clock = systemClock, passwordRounds = PASSWORD_ROUNDS }: ServicesOptions,
  database: Database,
  metrics: Metrics,
): Promise<OpenServices> {
  const { em } = database.orm;
  const outages =
    database.dialect === 'sqlite'
      ? watchDatabase('the database', null, log, clock)
      : watchDatabase('PostgreSQL', works, log, clock);
  const told = { log, databaseFailed: outages.failed };
  const changes = createChanges();
  const scrubber = createScrubber(database, log, clock);
  // A crash between a commit and its scrub leaves work for the next start.
  await scrubber.run();
  em.getEventManager().registerSubscriber(new InvalidationSubscriber(database.dialect, changes.announce));
  const { siteUrl, setupKey, corsOrigins, loginLimiter, redisUrl, workers } = config;
  const settings = createSettingsStore(em, siteUrl);
  // Both answer from memory from the first request on.
  await settings.current();
  const limiter = await openLimiter(loginLimiter, { em, clock, log, hasSetupKey: setupKey !== null });
  const redis = redisUrl === null ? null : await (await import('./redis.ts')).redisCounters(redisUrl, clock, log);
  const store = redis ? 'redis' : 'memory';
  const isThere = () => redis?.isThere() ?? Promise.resolve(true);
  const keys = createKeyStore({ em, clock, ...told, isListening: () => listener.isListening() });
  const views = createViewBuffer(em, clock, told);
  const schedule = createSchedule(em, clock);
  const renderer = createRenderer(renderThreads(), createRenderings({ em, clock }, database.dialect));
  const late = (what: string) => (error: unknown) => logFailure(error, told, `${what} could not be read again yet`);
  const failures = untilDone(limiter.refresh, late('failed sign-ins'));
  const settled = untilDone(settings.current, late('settings'));
  changes.listen(async (tags) => {
    const touched = (tag: string) => tags.includes(tag) || tags.includes(EVERYTHING);
    // First all that is old goes, before anybody can make an answer out of it.
    if (touched('posts')) schedule.drop();
    for (const id of postsIn(tags)) renderer.touch(id);
    if (touched('settings')) settings.drop();
    if (touched('keys')) keys.drop();
    await Promise.all([touched('login') && failures.run(), touched('settings') && settled.run()]);
  });
  const { url, destroyConnections } = database;
  const listener =
    database.dialect === 'sqlite'
      ? listenToFile(database.version, changes.hear)
      : (await import('./database/listen.ts')).listenToCommits({
          url,
          now: clock.monotonic,
          failed: outages.failed,
          hear: changes.hear,
          onFrozen: destroyConnections,
        });
  const proxyWatch = watchProxies(config.clientIpHeader, clock, log);
  const peerOf = peerReader(config.trustedProxies);
  metrics.watchBuffer(views.depth);

  async function works(): Promise<void> {
    if (!listener.isListening()) throw new Error('the commits of other instances are not heard');
    await database.ping();
  }

  return {
    services: {
      em,
      readers: database.reading.readers,
      clock,
      ...told,
      policy: { release: VERSION, siteUrl, setupKey, corsOrigins },
      proxies: { header: config.clientIpHeader, isTrusted: (peer) => peerOf(peer)?.isTrusted === true },
      hashing: createHashQueue(),
      passwordRounds,
      encrypting: createHashQueue(),
      loginLimiter: limiter,
      keys,
      counters: redis ?? memoryCounters(clock),
      limitEvents: { decided: metrics.decided, storeFailed: metrics.storeFailed },
      health: () =>
        healthFacts({ database, workers, counters: { store, isThere }, isClientIpUnchecked: proxyWatch.isUnchecked }),
      scrub: scrubber.run,
      settings,
      render: async (markdown) => {
        const { siteUrl, language } = await settings.current();
        const { tooComplex, isProvisional, ...rendered } = await renderer.render(markdown, { site: siteUrl, language });
        if (isProvisional) throw appError('SERVICE_UNAVAILABLE', undefined, { retryAfter: 1 });
        if (tooComplex) throw appError('CONTENT_TOO_COMPLEX');
        return { ...rendered, html: await sizePictures(em.fork(), rendered.html) };
      },
      async renderPost({ id, content }, base) {
        const { siteUrl, language } = await settings.current();
        const { html, isProvisional = false } = await renderer.render(content, { site: siteUrl, language, post: id });
        return { html: absolute(await sizePictures(em.fork(), html), `${base}${postPath(id)}`), isProvisional };
      },
      views,
    },
    metrics,
    database,
    changes,
    listener,
    schedule,
    renderer,
    proxyWatch,
    async close() {
      outages.close();
      scrubber.close();
      listener.close();
      failures.stop();
      settled.stop();
      await views.close();
      redis?.close();
      await database.close();
    },
  };
}

function openLimiter(kind: Config['loginLimiter'], options: LimiterOptions): Promise<LoginLimiter> | LoginLimiter {
  return kind === 'edge' ? createEdgeLimiter(options) : createLoginLimiter(options);
}
