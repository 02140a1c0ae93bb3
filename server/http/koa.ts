import type { IncomingMessage } from 'node:http';
import Koa from 'koa';

import { withDeadline } from '../../routers/base/deadline.ts';
import type { AppError } from '../../routers/base/errors.ts';
import { LONGEST_WAIT } from '../storage/database/queue-timeout.ts';
import { turnToBegin } from '../process/turns.ts';
import { bodyArrived } from './early-answers.ts';
import { setHeaders } from './headers.ts';
import type { RequestState } from './request-state.ts';
import type { Handler, Routes } from './routes.ts';
import type { Steps } from './steps.ts';
import { readTarget } from './target.ts';
import type { WriteLoad } from './write-load.ts';
import { inBackground } from '../../routers/base/defects.ts';

/**
 * Runs the routes in Koa.
 *
 * @param load counts the writes
 * @param guard runs before the routes
 * @param notFound answers paths without a route
 */
export function koaListener(
  { router, otherMethods }: Routes,
  steps: Pick<Steps, 'headers' | 'log' | 'answerError' | 'locate'>,
  load: WriteLoad,
  guard: Handler,
  notFound: Handler,
): (state: RequestState) => void {
  const states = new WeakMap<IncomingMessage, RequestState>();
  const koa = new Koa<RequestState>();
  koa.silent = true;
  koa.use(async (ctx, next) => {
    const state = states.get(ctx.req)!;
    ctx.state = state;
    steps.log(state);
    try {
      const { path, query } = readTarget(ctx.req);
      ctx.url = query === '' ? path : `${path}?${query}`;
      await withDeadline(next, undefined, state.queued);
      await bodyArrived(ctx.req);
      const location = ctx.res.getHeader('Location');
      if (typeof location === 'string') setLocation(ctx, steps.locate(location));
      setHeaders(ctx.res, steps.headers(state));
    } catch (error) {
      ctx.respond = false;
      await bodyArrived(ctx.req);
      await steps.answerError(state, error);
    }
  });
  koa.use(guard);
  koa.use(router.routes());
  koa.use(otherMethods);
  koa.use(notFound);
  const listener = koa.callback();

  function begin(state: RequestState): void {
    if (state.res.destroyed) return;
    states.set(state.req, state);
    inBackground(listener(state.req, state.res));
  }

  function beginWrite(state: RequestState): void {
    const refusal = load.enter(state.res);
    if (refusal) return refuse(state, refusal);
    // Many writes that arrive together start a few at a time, so that reads are answered in between.
    const turn = turnToBegin(LONGEST_WAIT);
    if (turn) inBackground(beginAfter(turn, state));
    else begin(state);
  }

  async function beginAfter(turn: Promise<void>, state: RequestState): Promise<void> {
    const since = performance.now();
    await turn;
    state.queued = performance.now() - since;
    if (state.queued < LONGEST_WAIT) begin(state);
    else refuse(state, load.late());
  }

  function refuse(state: RequestState, refusal: AppError): void {
    steps.log(state);
    inBackground(steps.answerError(state, refusal));
  }

  return (state) => {
    const { method } = state.req;
    if (method === 'GET' || method === 'HEAD') begin(state);
    else beginWrite(state);
  };
}

/** Sets the header Location; the body of a redirect, where it has one, names the same URL. */
function setLocation(ctx: Koa.Context, location: string): void {
  if (ctx.status >= 300 && ctx.body) ctx.redirect(location);
  else ctx.set('Location', location);
}
