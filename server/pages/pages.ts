import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';

import type { Services } from '../../routers/context.ts';
import { describeDatabaseError } from '../../routers/database-errors.ts';
import { failureOf, refuse } from '../../routers/errors.ts';
import type { Config } from '../config.ts';
import { setAnswer, wordsAnswer, type Answer } from '../http/answer.ts';
import { tagOf } from '../http/caching.ts';
import type { RequestState } from '../http/request-state.ts';
import { isRead } from '../http/read-only.ts';
import { parseQuery, readPath, readTarget, withoutSlash } from '../http/target.ts';
import type { Finder } from '../reads/reading.ts';
import type { Renderer } from '../render/markdown.ts';
import { admitVisitor } from '../visitor.ts';
import { answerFile, assets } from './assets.ts';
import { problemPage } from './problem.ts';
import { pageAt } from './routes.ts';

const TYPE = 'text/html; charset=utf-8';

/** The pages that everybody reads. `SITE=off` leaves all of them out. */
export function pageReadings(services: Services, renderer: Renderer): Finder {
  return (target, query) => {
    const path = withoutSlash(target);
    const page = pageAt(path);
    if (!page || page.unlisted) return null;
    const values = parseQuery(query);
    return {
      key: `page ${path} ${JSON.stringify(page.parameters.map((name) => values[name] ?? null))}`,
      route: `GET ${page.route}`,
      limit: null,
      tags: ['settings', ...page.tags],
      isSearch: false,
      isPersonal: false,
      isAbsolute: false,
      async make(call) {
        const body = await page.write({ call, renderer, values });
        return { type: TYPE, body, tag: tagOf(body) };
      },
      fail: (error) => problemAnswer(services, error),
    };
  };
}

/** What is left of the site: the files that pages load, previews, wrong methods, and addresses that have no page. */
export function pages(services: Services, { site }: Config, renderer: Renderer) {
  const fileAt = assets();

  async function answer(ctx: Context, path: string): Promise<void> {
    const page = pageAt(path);
    if (page) {
      (ctx.state as RequestState).route = `GET ${page.route}`;
      if (!isRead(ctx)) return;
    }
    if (page?.unlisted) hide(ctx);
    const call = await admitVisitor(services, ctx);
    if (!page) throw refuse('NOT_FOUND', 'There is nothing at this address.');
    ctx.body = await page.write({ call, renderer, values: parseQuery(readTarget(ctx.req).query) });
    ctx.set('Content-Type', TYPE);
  }

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    if (!site || isForPrograms(path)) return next();
    try {
      const file = fileAt(path);
      if (!file) await answer(ctx, path);
      else if (isRead(ctx)) answerFile(ctx, file);
    } catch (error) {
      setAnswer(ctx, await problemAnswer(services, error));
    }
  };
}

/** In words alone for who asks too often, and when not even the frame of a page can be made. */
async function problemAnswer({ log, settings }: Services, thrown: unknown): Promise<Answer> {
  const error = describeDatabaseError(getTRPCErrorFromUnknown(thrown), log);
  const words = wordsAnswer(error);
  if (words.status === 429) return words;
  const site = await settings.current().catch(() => null);
  if (!site) return words;
  const body = problemPage(site, words.status, failureOf(error).body.error);
  return { ...words, headers: { ...words.headers, 'Content-Type': TYPE }, body };
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
