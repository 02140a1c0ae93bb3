import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';

import type { Services } from '../../routers/context.ts';
import { describeDatabaseError } from '../../routers/database-errors.ts';
import { failureOf, refuse } from '../../routers/errors.ts';
import type { Config } from '../config.ts';
import type { RequestState } from '../http/request-state.ts';
import { allowCaching, answerValidated, tagOf } from '../http/caching.ts';
import { answerInWords } from '../http/in-words.ts';
import { isRead } from '../http/read-only.ts';
import { readPath } from '../http/target.ts';
import type { Renderer } from '../render/markdown.ts';
import { admitVisitor } from '../visitor.ts';
import { answerFile, assets } from './assets.ts';
import { problemPage } from './problem.ts';
import { pageAt } from './routes.ts';

/** The pages that visitors read, and the files these load. `SITE=off` leaves all of them out. */
export function pages(services: Services, { site, cdnMaxAge }: Config, renderer: Renderer) {
  const fileAt = assets();

  async function answer(ctx: Context, path: string): Promise<void> {
    const page = pageAt(path);
    if (page) {
      (ctx.state as RequestState).route = `GET ${page.route}`;
      if (!isRead(ctx)) return;
      if (page.unlisted) hide(ctx);
    }
    const { call } = await admitVisitor(services, ctx);
    if (!page) throw refuse('NOT_FOUND', 'There is nothing at this address.');
    const body = await page.write({ call, renderer, req: ctx.req });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = body;
    if (page.unlisted) return;
    allowCaching(ctx, cdnMaxAge);
    answerValidated(ctx, tagOf(body));
  }

  /** In words alone for who asks too often, and when not even the frame of a page can be made. */
  async function answerProblem(ctx: Context, thrown: unknown): Promise<void> {
    const error = describeDatabaseError(getTRPCErrorFromUnknown(thrown), services.log);
    const { status, body } = failureOf(error);
    answerInWords(ctx, error);
    if (status === 429) return;
    const settings = await services.settings.current().catch(() => null);
    if (!settings) return;
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = problemPage(settings, status, body.error);
  }

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    if (!site || isForPrograms(path)) return next();
    try {
      const file = fileAt(path);
      if (!file) await answer(ctx, path);
      else if (isRead(ctx)) answerFile(ctx, file);
    } catch (error) {
      await answerProblem(ctx, error);
    }
  };
}

/** Nobody may list the answer or keep it, whatever it says. */
function hide(ctx: Context): void {
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.set('Cache-Control', 'no-store');
}

/**
 * Under these, everything is JSON; whoever misses them by case or a second slash is a program as well, and so is who
 * sends a request line that is none.
 */
function isForPrograms(path: string): boolean {
  return !path.startsWith('/') || /^\/+(api|trpc)(\/|$)/i.test(path);
}
