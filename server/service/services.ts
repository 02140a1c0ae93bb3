import type { Logger } from 'pino';

import { createHashQueue } from '../../routers/base/hash-queue.ts';
import { hasSecondFactor } from '../../routers/core/sign-in/second-factor.ts';
import { createSessionFinder } from '../../routers/core/sign-in/session-finder.ts';
import { PASSWORD_ROUNDS } from '../../routers/admin/passwords.ts';
import type { Clock } from '../../routers/base/clock.ts';
import type { Services } from '../../routers/core/context.ts';
import { inBackground } from '../../routers/base/defects.ts';
import { createEventHub } from '../../routers/events/hub.ts';
import { createKeyStore } from '../../routers/core/sign-in/key-store.ts';
import { createSchedule, type Schedule } from '../../routers/posts/schedule.ts';
import { createSettingsStore } from '../../routers/data/settings/store.ts';
import { createRedirectStore } from '../../routers/data/redirects/store.ts';
import { backupFacts } from '../background/backup/state.ts';
import { databaseProblem, type DatabaseProblem } from '../storage/database/state.ts';
import { createChanges, type Changes } from '../storage/changes.ts';
import type { Config } from '../config/config.ts';
import type { OpenListener } from '../storage/instances/listener.ts';
import type { Gate, IdentityGuard } from '../storage/database/identity-guard.ts';
import { openListener } from '../storage/instances/open-listener.ts';
import { watchDatabase } from '../storage/database/outages.ts';
import { prepareDatabase } from '../storage/database/prepare-database.ts';
import type { Database } from '../storage/database/open.ts';
import type { StartCheck } from '../storage/database/start-check.ts';
import { closeBuffers, openBuffers } from './buffers.ts';
import { announceCommits, followCommits } from './commits.ts';
import { healthFacts } from './health-facts.ts';
import { openLimits } from './limits.ts';
import { peerReader } from '../http/client-ip.ts';
import { watchProxies, type ProxyWatch } from '../http/proxy-watch.ts';
import { createMail, type Mail } from '../background/mail/mail.ts';
import { createImageEditor } from '../media/edit.ts';
import { openMedia, type MediaFiles } from '../media/media.ts';
import { jobMetrics } from '../background/jobs/metrics.ts';
import type { Metrics } from '../http/metrics.ts';
import { policyOf } from '../config/policy.ts';
import { openTemplates } from '../site/pages/engine.ts';
import { openMailTemplates } from '../site/mail/render.ts';
import { sitePreview } from '../site/pages/preview.ts';
import { createRenderer, type Renderer } from '../site/render/markdown.ts';
import { createRenderings } from '../site/render/renderings.ts';
import { createTexts } from '../site/render/texts.ts';
import type { ReadText } from '../site/render/rendered.ts';
import { renderThreads } from '../site/render/thread.ts';
import { createScrubber } from '../storage/scrub/scrub.ts';
import { stateMetrics } from './state-metrics.ts';

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
  /** Whether this is the service, and not a command beside it. */
  isService?: boolean;
  /** Whether the last service on the SQLite file did not end properly, so that the file is checked. */
  isUnclean?: boolean;
}

/** The services that procedures need, with a function to close them. */
export interface OpenServices {
  services: Services;
  metrics: Metrics;
  database: Database;
  /** Closed while the database is not that of this blog. */
  gate: Readonly<Gate>;
  /** What is wrong with the database; null while it works. */
  databaseProblem(): Promise<DatabaseProblem | null>;
  /** The invalidations of commits of this process and others. */
  changes: Changes;
  /** The average time of a write while others wait, in milliseconds; 0 until it is known. */
  writePace(): number;
  /** Receives the commits of other instances, once it is started. */
  listener: OpenListener;
  schedule: Schedule;
  renderer: Renderer;
  /** Reads texts in threads. */
  readText: ReadText;
  proxyWatch: ProxyWatch;
  media: MediaFiles;
  /** Null unless it is configured. */
  mail: Mail | null;
  /**
   * Resolves when the check of an SQLite file is done: until then, reads work, and writes are refused. Rejects when it is
   * damaged. Null without a check.
   */
  checked: Promise<void> | null;
  /** Writes buffered data and closes every connection. */
  close(): Promise<void>;
}

/** Creates the services on an open database. */
export async function createServices(
  options: ServicesOptions & { clock: Clock },
  database: Database,
  metrics: Metrics,
  guard: IdentityGuard,
  check: StartCheck | null,
): Promise<OpenServices> {
  const { config, log, clock, passwordRounds = PASSWORD_ROUNDS } = options;
  const { em } = database.orm;
  const outages =
    database.dialect === 'sqlite'
      ? watchDatabase('the database', null, log, clock)
      : watchDatabase('PostgreSQL', works, log, clock, guard.suspect);
  const reporting = { log, databaseFailed: outages.failed };
  const changes = createChanges();
  const scrubber = createScrubber(database, log, clock);
  // A crash between a commit and its scrub leaves traces. Nothing waits for their removal.
  const checked = check?.done.then(async () => {
    check.allowWrites();
    await prepareDatabase(database, { log, isService: true });
    inBackground(scrubber.run());
  });
  if (!checked) inBackground(scrubber.run());
  const listener = await openListener(database, changes, outages, clock, guard);
  em.getEventManager().registerSubscriber(await announceCommits(listener, changes));
  const { siteUrl, workers } = config;
  const policy = policyOf(config);
  const media = await openMedia({ em, clock, log }, config);
  const mail = createMail(config, log, clock);
  const settings = createSettingsStore(em, siteUrl);
  // Settings and limiter are in memory before the first request.
  await settings.current();
  const { counters, loginLimiter, ...limits } = await openLimits({ em, clock, log }, config);
  const keys = createKeyStore({ em, clock, ...reporting });
  const events = createEventHub({ em, clock, ...reporting, isListening: listener.isListening });
  const buffers = openBuffers({ em, clock }, reporting, database.emptyLog);
  const redirects = createRedirectStore(em);
  const schedule = createSchedule(em, clock);
  const readText = renderThreads();
  const renderer = createRenderer(readText, createRenderings({ em, clock }, database.dialect));
  const unfollow = followCommits(changes, { settings, loginLimiter, redirects, events, schedule, renderer }, reporting);
  const proxyWatch = watchProxies(config.clientIpHeader, clock, log);
  const peerOf = peerReader(config);
  metrics.watchBuffer(buffers.views.depth);
  metrics.watchStreams(events.size);
  const problem = () => databaseProblem(database, listener);
  metrics.watchState(() => stateMetrics({ database, problem }, config, clock.now()));
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
      proxies: {
        header: config.clientIpHeader,
        countryHeader: config.countryHeader,
        isTrusted: (peer) => peerOf(peer)?.isTrusted === true,
      },
      hashing: createHashQueue(),
      passwordRounds,
      encrypting: createHashQueue(),
      loginLimiter,
      keys,
      sessions: createSessionFinder(
        em,
        clock,
        database.checkContent,
        async () => policy.requiresSecondFactor && !(await hasSecondFactor({ em, settings })),
      ),
      counters,
      limitEvents: { decided: metrics.decided, storeFailed: metrics.storeFailed },
      health: () =>
        healthFacts({
          database,
          databaseProblem: problem,
          workers,
          counters: limits,
          mailer: mail?.mailer,
          siteUrl: async () => (await settings.current()).siteUrl,
          now: clock.now,
          backup: () => backupFacts(database.kysely, config, clock.now()),
          mediaProblem: media.place.problem,
          isClientIpUnchecked: proxyWatch.isUnchecked,
        }),
      requireOwnMedia: media.place.requireOwn,
      editImage: createImageEditor({ services: { em, clock }, media, limits: config }),
      scrub: scrubber.run,
      settings,
      ...createTexts({ em, policy, settings, renderer, readText }),
      renderMail: openMailTemplates({ themeDir: config.themeDir, em, policy, settings, readText }),
      previewSite: sitePreview(openTemplates(config.themeDir), renderer),
      ...buffers,
      redirects,
      events,
    },
    metrics,
    database,
    gate: guard.gate,
    databaseProblem: problem,
    changes,
    writePace: database.writePace,
    listener,
    schedule,
    renderer,
    readText,
    proxyWatch,
    media,
    mail,
    checked: checked ?? null,
    async close() {
      await check?.stop();
      events.close();
      outages.close();
      mail?.mailer.close();
      media.close();
      scrubber.close();
      await listener.close();
      unfollow();
      await closeBuffers(buffers);
      limits.close();
      await database.close();
    },
  };
}
