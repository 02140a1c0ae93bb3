import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { atSite } from '../../shared/site-address.ts';
import { consumeRead } from '../../routers/core/consume.ts';
import { addAdmin } from '../site/admin/admin.ts';
import { addDownloads } from '../api/archive/downloads.ts';
import { addArchiveFiles } from '../api/archive/take-file.ts';
import type { Config } from '../config/config.ts';
import { addEmbed } from '../site/embed.ts';
import { addEventStream } from '../api/event-stream.ts';
import { addFeeds } from '../site/feeds/feeds.ts';
import { addNameFeeds } from '../site/feeds/names.ts';
import { addCommentFeeds } from '../site/feeds/comments.ts';
import { addPostMarkdown } from '../site/pages/post-markdown.ts';
import { addHealth, isRefusing, refuseWhileUnavailable, type Health } from '../api/health.ts';
import { accessLog } from '../http/access-log.ts';
import { createBodyBudget } from '../http/body-budget.ts';
import { isClosing } from '../http/early-answers.ts';
import { clientIpReader } from '../http/client-ip.ts';
import { errorWriter, jsonErrors } from '../http/errors.ts';
import { responseHeaders } from '../http/headers.ts';
import { koaListener } from '../http/koa.ts';
import type { RequestState } from '../http/request-state.ts';
import { createRoutes } from '../http/routes.ts';
import { enterSite } from '../http/site-path.ts';
import type { Steps } from '../http/steps.ts';
import { createWriteLoad } from '../http/write-load.ts';
import { addMailPages } from '../site/pages/mail.ts';
import { addMcp } from '../api/mcp/mcp.ts';
import { addMedia } from '../media/serve.ts';
import { addUpload } from '../media/upload.ts';
import { addMetrics } from '../http/metrics.ts';
import { outsideAnswers } from '../site/pages/outside.ts';
import { siteFiles } from '../site/pages/assets.ts';
import { createIcons } from '../site/pages/identity/icons.ts';
import { withOwnFiles } from '../site/pages/identity/own-files.ts';
import { openTemplates } from '../site/pages/engine.ts';
import { addBareFiles, addPages, notFound } from '../site/pages/pages.ts';
import { addThreadPage, addThreadsHome } from '../site/pages/thread-page.ts';
import { addSubscribePage } from '../site/pages/subscribe.ts';
import { whileCurrent } from '../http/while-current.ts';
import { readCache } from '../http/cache/read-cache.ts';
import { addReference } from '../api/reference/reference.ts';
import { addRest } from '../api/rest.ts';
import { addRpc } from '../api/rpc/rpc.ts';
import { addWebmentions } from '../api/webmention.ts';
import { addSecurityTxt } from '../site/security-txt.ts';
import type { OpenServices } from './services.ts';
import { inBackground } from '../../routers/base/defects.ts';

/**
 * Composes the HTTP service: the routes, the steps of every request, the read cache, then Koa.
 *
 * @param cacheBytes the size of the read cache in bytes; undefined for the default
 * @returns the listener for node:http
 */
export function createApp(
  opened: Omit<OpenServices, 'database' | 'gate' | 'databaseProblem' | 'readText' | 'checked' | 'close'>,
  config: Config,
  health: Health,
  cacheBytes?: number,
): RequestListener {
  const { services, metrics, proxyWatch } = opened;
  const { clock, counters, limitEvents, log } = services;
  const site = {
    services,
    renderer: opened.renderer,
    templates: openTemplates(config.themeDir, { frame: config.site === 'on' ? 'layout' : 'bare' }),
  };

  const json = jsonErrors(services);
  const routes = createRoutes(json);
  addHealth(routes, health);
  addMetrics(routes, metrics, config.metricsToken);
  addReference(routes, services, config);
  addUpload(routes, services, opened.media, config);
  addDownloads(routes, services, opened.media);
  addArchiveFiles(routes, services, opened.media, config);
  addRest(routes, services);
  addRpc(routes, services);
  addEventStream(routes, services);
  addMcp(routes, services);
  addWebmentions(routes, services);
  if (config.site === 'threads') {
    addThreadsHome(routes, site);
  } else {
    addFeeds(routes, opened, config.site === 'on');
    addPostMarkdown(routes, services);
    addNameFeeds(routes, opened);
    addCommentFeeds(routes, services);
  }
  addSecurityTxt(routes, services);
  addEmbed(routes);
  addAdmin(routes, site);
  const files = addMedia(routes, opened);
  const allFiles = withOwnFiles(services.settings.current, createIcons(opened.media), siteFiles);
  addMailPages(routes, site);
  addThreadPage(routes, site);
  if (config.site === 'on') {
    addPages(routes, site, allFiles);
    addSubscribePage(routes, site);
  } else {
    addBareFiles(routes, allFiles, config.site === 'threads');
  }

  const heads = responseHeaders(services, () => health.draining);
  const { headers } = heads;
  const { sitePath } = services.settings;
  const steps: Steps = {
    clientIp: clientIpReader(config, log, proxyWatch),
    countRead: ({ clientIp, reply }, endpoint) =>
      consumeRead({ clock, counters, limitEvents, request: { clientIp }, reply }, endpoint),
    ...heads,
    locate: (url) => atSite(sitePath(), url),
    log: accessLog(log, metrics),
    answerError: errorWriter(services, headers, (path) => routes.errorsAt(path) ?? json),
  };

  const guard = refuseWhileUnavailable(health, json);
  const koa = koaListener(routes, steps, createWriteLoad(opened.writePace), guard, notFound(site, config, json));
  const { resolve } = routes;
  const reads = readCache({ ...opened, steps, resolve, cdnMaxAge: config.cdnMaxAge, cacheBytes }, koa);
  const bodies = createBodyBudget();
  const answerOutside = outsideAnswers(services, steps);

  function requestState(req: IncomingMessage, res: ServerResponse): RequestState {
    return {
      req,
      res,
      clientIp: steps.clientIp(req),
      reply: {},
      bodies,
      policy: undefined,
      errors: undefined,
      route: undefined,
    };
  }

  const answer: RequestListener = (req, res) => {
    if (isClosing(req.socket)) return;
    const path = sitePath();
    const place = path === '' ? 'inside' : enterSite(req, path);
    const isOpen = !isRefusing(health);
    if (place === 'inside' && isOpen && files.answerFromMemory(req, res, headers)) return;
    const state = requestState(req, res);
    if (place !== 'inside' && !health.gate.isClosed) answerOutside(state, place);
    else if (isOpen) reads(state);
    else koa(state);
  };

  const { instance } = opened.listener;
  if (!instance) return answer;
  const { memory } = instance;
  // What is refused needs no memory.
  const isCurrent = () => isRefusing(health) || memory.isCurrent();
  return whileCurrent({ isCurrent, refresh: memory.refresh }, sitePath, answer, (req, res, error) => {
    if (isRefusing(health)) return answer(req, res);
    const state = requestState(req, res);
    steps.log(state);
    inBackground(steps.answerError(state, error));
  });
}
