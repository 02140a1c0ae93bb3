import type { Logger } from 'pino';

import { entities } from '../entities/index.ts';
import { migrations } from '../migrations/index.ts';
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
import { createEventHub } from '../routers/events/hub.ts';
import { createKeyStore } from '../routers/keys/store.ts';
import { memoryCounters } from '../routers/limits/counters.ts';
import { createSchedule, type Schedule } from '../routers/posts/schedule.ts';
import { createSettingsStore } from '../routers/settings/store.ts';
import { createViewBuffer } from '../routers/stats/view-buffer.ts';
import { postsIn } from '../routers/tags.ts';
import { backupFacts } from './backup/state.ts';
import { createChanges, EVERYTHING, type Changes } from './changes.ts';
import type { Config } from './config.ts';
import type { Listener } from './database/listener.ts';
import { openListener } from './database/open-listener.ts';
import { watchDatabase } from './database/outages.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import { InvalidationSubscriber } from './database/invalidations.ts';
import { healthFacts } from './health-facts.ts';
import { peerReader } from './http/client-ip.ts';
import { watchProxies, type ProxyWatch } from './http/proxy-watch.ts';
import { createMail, type Mail } from './mail/mail.ts';
import { openMedia, type MediaFiles } from './media/media.ts';
import { jobMetrics } from './jobs/metrics.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { policyOf } from './policy.ts';
import { openTemplates } from './pages/engine.ts';
import { sitePreview } from './pages/preview.ts';
import { createRenderer, type Renderer } from './render/markdown.ts';
import { createRenderings } from './render/renderings.ts';
import { createTexts } from './render/texts.ts';
import type { ReadText } from './render/rendered.ts';
import { renderThreads } from './render/thread.ts';
import { createScrubber } from './scrub.ts';
import { stateMetrics } from './state-metrics.ts';
import { untilDone } from './until-done.ts';

export interface ServicesOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  /** The size of the read cache in bytes; 0 disables it, for benchmarks. */
  cacheBytes?: number;
  /** PBKDF2 rounds of new password hashes; default: 600,000. Not configurable, because fewer are only for tests. */
  passwordRounds?: number;
  /** Called for every statement; see `openDatabase`. */
  onQuery?: (sql: string, parameters: readonly unknown[], milliseconds: number) => void;
}

/** The services that procedures need, with a function to close them. */
export interface OpenServices {
  services: Services;
  metrics: Metrics;
  database: Database;
  /** The invalidations of commits of this process and others. */
  changes: Changes;
  /** Receives the commits of other instances, once it is started. */
  listener: Listener;
  schedule: Schedule;
  renderer: Renderer;
  /** Reads texts in threads. */
  readText: ReadText;
  proxyWatch: ProxyWatch;
  media: MediaFiles;
  /** Null unless it is configured. */
  mail: Mail | null;
  /** Writes buffered data and closes every connection. */
  close(): Promise<void>;
}

/**
 * Opens the services that procedures need, without listening; commands that work on the database use it too.
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
  const reporting = { log, databaseFailed: outages.failed };
  const changes = createChanges();
  const scrubber = createScrubber(database, log, clock);
  // A crash between a commit and its scrub leaves traces until the next start.
  await scrubber.run();
  em.getEventManager().registerSubscriber(new InvalidationSubscriber(database.dialect, changes.announce));
  const { siteUrl, setupKey, loginLimiter, redisUrl, workers } = config;
  const policy = policyOf(config);
  const media = await openMedia({ em, clock, log }, config);
  const mail = createMail(config, log, clock);
  const settings = createSettingsStore(em, siteUrl);
  // Settings and limiter are in memory before the first request.
  await settings.current();
  const limiter = await openLimiter(loginLimiter, { em, clock, log, hasSetupKey: setupKey !== null });
  const redis = redisUrl === null ? null : await (await import('./redis.ts')).redisCounters(redisUrl, clock, log);
  const store = redis ? 'redis' : 'memory';
  const isThere = () => redis?.isThere() ?? Promise.resolve(true);
  const keys = createKeyStore({ em, clock, ...reporting, isListening: () => listener.isListening() });
  const events = createEventHub({ em, clock, ...reporting, isListening: () => listener.isListening() });
  const views = createViewBuffer(em, clock, reporting);
  const schedule = createSchedule(em, clock);
  const readText = renderThreads();
  const renderer = createRenderer(readText, createRenderings({ em, clock }, database.dialect));
  const late = (what: string) => (error: unknown) =>
    logFailure(error, reporting, `${what} could not be read again yet`);
  const failures = untilDone(limiter.refresh, late('failed sign-ins'));
  const settled = untilDone(settings.current, late('settings'));
  changes.listen(async (tags) => {
    const touched = (tag: string) => tags.includes(tag) || tags.includes(EVERYTHING);
    // Invalidates stale data first, so that no response is made from it.
    if (touched('posts')) schedule.invalidate();
    for (const id of postsIn(tags)) renderer.touch(id);
    if (touched('settings')) settings.drop();
    if (touched('keys')) keys.drop();
    events.hear(tags, tags.includes(EVERYTHING));
    await Promise.all([touched('login') && failures.run(), touched('settings') && settled.run()]);
  });
  const listener = await openListener(database, changes, outages, clock);
  const proxyWatch = watchProxies(config.clientIpHeader, clock, log);
  const peerOf = peerReader(config);
  metrics.watchBuffer(views.depth);
  metrics.watchStreams(events.size);
  metrics.watchState(() => stateMetrics(database, config, clock.now()));
  metrics.watchJobs(() => jobMetrics(em.fork(), clock));

  async function works(): Promise<void> {
    if (!listener.isListening()) throw new Error('the commits of other instances are not heard');
    await database.ping();
  }

  return {
    services: {
      em,
      readers: database.reading.readers,
      clock,
      ...reporting,
      policy,
      proxies: { header: config.clientIpHeader, isTrusted: (peer) => peerOf(peer)?.isTrusted === true },
      hashing: createHashQueue(),
      passwordRounds,
      encrypting: createHashQueue(),
      loginLimiter: limiter,
      keys,
      counters: redis ?? memoryCounters(clock),
      limitEvents: { decided: metrics.decided, storeFailed: metrics.storeFailed },
      health: () =>
        healthFacts({
          database,
          workers,
          counters: { store, isThere },
          mailer: mail?.mailer,
          siteUrl: async () => (await settings.current()).siteUrl,
          backup: () => backupFacts(database.kysely, config, clock.now()),
          isClientIpUnchecked: proxyWatch.isUnchecked,
        }),
      scrub: scrubber.run,
      settings,
      ...createTexts({ em, policy, settings, renderer, readText }),
      previewSite: sitePreview(openTemplates(config.themeDir), renderer),
      views,
      events,
    },
    metrics,
    database,
    changes,
    listener,
    schedule,
    renderer,
    readText,
    proxyWatch,
    media,
    mail,
    async close() {
      events.close();
      outages.close();
      mail?.mailer.close();
      media.close();
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
