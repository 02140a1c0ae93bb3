import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';

import { describeDatabaseError } from '../../routers/database-errors.ts';
import { failureOf, refuse, Refusal } from '../../routers/errors.ts';
import { idAtFormerPath } from '../../routers/posts/former.ts';
import type { Config } from '../config.ts';
import { setAnswer, wordsAnswer, type Answer } from '../http/answer.ts';
import { tagOf } from '../http/caching.ts';
import { answerFile } from '../http/files.ts';
import type { RequestState } from '../http/request-state.ts';
import { isRead } from '../http/read-only.ts';
import { parseQuery, queryOf, readPath, readTarget, withoutSlash } from '../http/target.ts';
import type { Finder } from '../reads/reading.ts';
import { postPath } from '../paths.ts';
import { admitVisitor } from '../visitor.ts';
import type { Files } from './assets.ts';
import { answerForm, threadIn } from './form.ts';
import { manifestPath, manifestReading } from './manifest.ts';
import { localeFor } from '../messages.ts';
import { Moved, movedAnswer } from './moved.ts';
import { sentenceOf } from './refusal.ts';
import type { PageRequest } from './request.ts';
import { pageAt, type Found } from './routes.ts';
import { problemView } from './views/problem.ts';
import { write, type Site } from './write.ts';

const TYPE = 'text/html; charset=utf-8';

/** The pages that everybody reads. `SITE=off` leaves all of them out. */
export function pageReadings(site: Site): Finder {
  const manifest = manifestReading(site.services);
  return (target, query) => {
    const path = withoutSlash(target);
    if (path === manifestPath) return manifest;
    const page = pageAt(path);
    if (!page?.tags) return null;
    const values = valuesFor(page, query);
    return {
      key: `page ${path} ${JSON.stringify(values)}`,
      route: `GET ${page.route}`,
      limit: null,
      tags: ['settings', ...page.tags],
      isSearch: values['q'] !== undefined,
      isPersonal: false,
      isAbsolute: false,
      async make(call) {
        const body = await write(site, page, { call, values });
        return { type: TYPE, body, tag: tagOf(body) };
      },
      fail: (error) => answerFor(site, error, { path, query }),
    };
  };
}

/**
 * What is left of the site: the files that pages load, previews, forms sent without a script, wrong methods, and
 * addresses that have no page.
 */
export function pages(site: Site, { site: isOn }: Config, files: Files) {
  const { services } = site;

  async function answer(ctx: Context, path: string): Promise<void> {
    if (path === manifestPath && !isRead(ctx)) return;
    const page = pageAt(path);
    if (page) {
      (ctx.state as RequestState).route = `GET ${page.route}`;
      if (!isRead(ctx)) return;
    }
    if (page?.tags === null) hide(ctx);
    const call = await admitVisitor(services, ctx);
    if (!page) throw refuse('NOT_FOUND', 'There is nothing at this address.');
    ctx.body = await write(site, page, { call, values: valuesFor(page, readTarget(ctx.req).query) });
    ctx.set('Content-Type', TYPE);
  }

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    if (!isOn || isForPrograms(path)) return next();
    try {
      const file = await files(path);
      const thread = threadIn(path);
      if (thread !== null) await answerForm(site, ctx, thread);
      else if (!file) await answer(ctx, path);
      else if (isRead(ctx)) answerFile(ctx, file);
    } catch (error) {
      setAnswer(ctx, await answerFor(site, error, { path, query: queryOf(ctx.req), isForm: ctx.method === 'POST' }));
    }
  };
}

/** What is answered in place of a page: the way to where it is now, or what went wrong. */
async function answerFor(
  site: Site,
  error: unknown,
  { path, query, isForm = false }: { path: string; query: string; isForm?: boolean },
): Promise<Answer> {
  if (error instanceof Moved) return movedAnswer(error, query, isForm);
  const isMissing = error instanceof Refusal && error.reason === 'NOT_FOUND';
  const id = isMissing && !isForm ? await idAtFormerPath(forked(site), path).catch(() => null) : null;
  return id === null ? problemAnswer(site, error) : movedAnswer(new Moved(postPath(id)), query);
}

function forked({ services: { em, clock } }: Site) {
  return { em: em.fork({ useContext: true }), clock };
}

/** In words alone for who asks too often, and when not even the frame of a page can be made. */
async function problemAnswer({ services, templates }: Site, thrown: unknown): Promise<Answer> {
  const error = describeDatabaseError(getTRPCErrorFromUnknown(thrown), services);
  const words = wordsAnswer(error);
  if (words.status === 429) return words;
  const settings = await services.settings.current().catch(() => null);
  if (!settings) return words;
  const { body: failure } = failureOf(error);
  const locale = localeFor(settings.language);
  // In English the interface's own words say more exactly what is missing.
  const sentence = locale.name === 'en' ? failure.error : sentenceOf(locale, failure);
  const body = templates.render(settings, problemView(words.status, sentence));
  return { ...words, headers: { ...words.headers, 'Content-Type': TYPE }, body };
}

/** What a page reads of the query; other values lead to no page of their own. */
function valuesFor({ parameters = {} }: Found, query: string): PageRequest['values'] {
  const given = parseQuery(query);
  const values: PageRequest['values'] = {};
  for (const [name, form] of Object.entries(parameters)) {
    const value = given[name];
    if (value !== undefined && (typeof value !== 'string' || form.test(value))) values[name] = value;
  }
  return values;
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
