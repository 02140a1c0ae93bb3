import type { IncomingMessage, RequestListener } from 'node:http';
import Koa from 'koa';

import { withDeadline } from '../routers/deadline.ts';
import { refuse } from '../routers/errors.ts';
import { admin } from './admin/admin.ts';
import { EVERYTHING } from './changes.ts';
import { watchClock } from './clock-jumps.ts';
import type { Config } from './config.ts';
import { turnToBegin } from './database/turns.ts';
import { feedMethods, feedReadings } from './feeds/feeds.ts';
import { closeWhenDraining, health, type Health } from './health.ts';
import { accessLog, logAccess } from './http/access-log.ts';
import { createBodyBudget } from './http/body-budget.ts';
import type { RequestState } from './http/request-state.ts';
import { clientAddressReader } from './http/client-address.ts';
import { cors } from './http/cors.ts';
import { answerErrors } from './http/errors.ts';
import { secure } from './http/security-headers.ts';
import { readTarget } from './http/target.ts';
import { metricsPage } from './metrics.ts';
import { openFiles } from './pages/assets.ts';
import { openTemplates } from './pages/engine.ts';
import { pageReadings, pages } from './pages/pages.ts';
import { createReadCache } from './reads/cache.ts';
import { readingFinder } from './reads/find.ts';
import { answerReads } from './reads/front.ts';
import { restReadings } from './reads/rest-readings.ts';
import { reference } from './reference.ts';
import { rest } from './rest.ts';
import { rpcReadings } from './rpc-reads.ts';
import { rpc } from './rpc.ts';
import { securityTxt } from './security-txt.ts';
import type { OpenServices } from './services.ts';

/** So long ready answers are shown while nobody tells what other instances changed, in milliseconds. */
const SHOWN_UNHEARD = 60_000;

/**
 * The HTTP story on one screen: what everybody reads alike is answered by the front, from ready bytes where they are
 * there; all else goes through Koa.
 *
 * @param budget bytes for ready answers; the cache's own when absent
 * @returns the listener for node:http
 */
export function createApp(
  opened: Pick<OpenServices, 'services' | 'metrics' | 'changes' | 'listener' | 'schedule' | 'renderer' | 'proxyWatch'>,
  config: Config,
  state: Health,
  budget?: number,
): RequestListener {
  const { services, metrics, changes, listener, schedule, renderer } = opened;
  const clientAddress = clientAddressReader(config, services.log, opened.proxyWatch);
  const log = accessLog(services.log, metrics);

  const cache = createReadCache(services.clock, budget);
  changes.listen(cache.drop);
  listener.watch({ lost: (since) => cache.seal(since + SHOWN_UNHEARD), back: () => cache.seal(null) });
  metrics.watchCache(cache.size);
  const feeds = feedReadings(services, renderer);
  const site = { services, renderer, templates: openTemplates(config.themeDir) };

  const bodies = createBodyBudget();
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use((ctx, next) => {
    ctx.state.address = clientAddress(ctx.req);
    ctx.state.bodies = bodies;
    return next();
  });
  app.use(closeWhenDraining(state));
  app.use(logAccess(log));
  app.use(answerErrors(services));
  app.use((_, next) => withDeadline(next));
  app.use(health(state));
  app.use(metricsPage(metrics, config.metricsToken));
  app.use(cors(services));
  app.use(reference(services, config));
  app.use(rest(services));
  app.use(rpc(services));
  app.use(feedMethods(feeds));
  app.use(securityTxt(services));
  app.use(admin(services));
  app.use(pages(site, config, openFiles()));
  app.use(({ req }) => {
    readTarget(req);
    throw refuse('NOT_FOUND', 'There is nothing at this address.');
  });

  /** A post may have appeared too early, or be about to appear too late. */
  function onJump(milliseconds: number): void {
    services.log.warn(
      { seconds: Math.round(milliseconds / 1000) },
      'the wall clock was set; every answer is made again',
    );
    void changes.hear([EVERYTHING]);
  }

  const koa = app.callback();
  const find = readingFinder([
    restReadings(services),
    rpcReadings(services),
    feeds,
    ...(config.site ? [pageReadings(site)] : []),
  ]);
  return answerReads(
    {
      services,
      cache,
      schedule,
      lookAtClock: watchClock(services.clock, onJump),
      find,
      clientAddress,
      log,
      cdnMaxAge: config.cdnMaxAge,
      onHit: metrics.hit,
      isDraining: () => state.draining,
    },
    (req, res) => {
      secure(res, services.settings.siteAddress());
      // Hundreds of writes that arrive together begin a few at a time, so that reads are answered in between.
      const turn = isRead(req) ? null : turnToBegin();
      if (!turn) void koa(req, res);
      else void turn.then(() => (res.destroyed ? undefined : koa(req, res)));
    },
  );
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
