import type { RequestListener } from 'node:http';
import Koa from 'koa';

import { refuse } from '../routers/errors.ts';
import type { Config } from './config.ts';
import { feeds } from './feeds/feeds.ts';
import { health, type Health } from './health.ts';
import { accessLog } from './http/access-log.ts';
import type { RequestState } from './http/request-state.ts';
import { clientAddressReader } from './http/client-address.ts';
import { cors } from './http/cors.ts';
import { answerErrors } from './http/errors.ts';
import { secure } from './http/security-headers.ts';
import { readTarget } from './http/target.ts';
import { metricsPage } from './metrics.ts';
import { pages } from './pages/pages.ts';
import { reference } from './reference.ts';
import { createRenderer } from './render/markdown.ts';
import { rest } from './rest.ts';
import { rpc } from './rpc.ts';
import type { OpenServices } from './services.ts';

/**
 * The HTTP story on one screen.
 *
 * @returns the listener for node:http
 */
export function createApp(
  { services, metrics }: Pick<OpenServices, 'services' | 'metrics'>,
  config: Config,
  state: Health,
): RequestListener {
  const clientAddress = clientAddressReader(config, services.log);
  const renderer = createRenderer();
  const app = new Koa<RequestState>();
  app.silent = true;

  app.use((ctx, next) => {
    ctx.state.address = clientAddress(ctx.req);
    return next();
  });
  app.use(accessLog(services.log, metrics));
  app.use(answerErrors(services.log));
  app.use(health(state));
  app.use(metricsPage(metrics, config.metricsToken));
  app.use(cors(services));
  app.use(reference(services, config));
  app.use(rest(services, config));
  app.use(rpc(services));
  app.use(feeds(services, config, renderer));
  app.use(pages(services, config, renderer));
  app.use(({ req }) => {
    readTarget(req);
    throw refuse('NOT_FOUND', 'There is nothing at this address.');
  });

  const listener = app.callback();
  return (req, res) => {
    secure(req, res, services.settings.siteAddress());
    void listener(req, res);
  };
}
