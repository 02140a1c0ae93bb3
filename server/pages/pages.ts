import type { IncomingMessage } from 'node:http';

import { failureOf, appError, AppError } from '../../routers/errors.ts';
import { idAtFormerPath } from '../../routers/posts/former.ts';
import type { Config } from '../config.ts';
import { tagOf } from '../http/caching.ts';
import { describeError, textAnswer, type Answer, type ErrorFormat } from '../http/errors.ts';
import { answerFile } from '../http/files.ts';
import type { Context } from '../http/request-state.ts';
import type { Handler, ReadTarget, Routes } from '../http/routes.ts';
import { parseQuery, pathOf, queryOf, withoutSlash } from '../http/target.ts';
import { localeFor } from '../locales.ts';
import { postPath } from '../paths.ts';
import type { CacheableRead } from '../reads/cacheable-read.ts';
import { anonymousContext, countRead } from '../request-context.ts';
import type { Files } from './assets.ts';
import { answerForm } from './form.ts';
import { addManifest } from './manifest.ts';
import { Moved, movedAnswer } from './moved.ts';
import { sentenceOf } from './error-text.ts';
import type { PageRequest } from './request.ts';
import { pages, type Page } from './routes.ts';
import { problemView } from './views/problem.ts';
import { write, type Site } from './write.ts';

const TYPE = 'text/html; charset=utf-8';

/** Adds the site: its pages, the form of comments, and the files that pages load. */
export function addPages(routes: Routes, site: Site, files: Files): void {
  const { services } = site;
  const errors = pageErrors(site);

  for (const page of pages) {
    const answer: Handler = async (ctx) => {
      const { state, params, querystring } = ctx;
      if (page.tags === null) hide(ctx);
      await countRead(services, state);
      const call = anonymousContext(services, state, state.reply);
      ctx.body = await write(site, page, params, { call, values: valuesFor(page, querystring) });
      ctx.set('Content-Type', TYPE);
    };
    routes.add('GET', page.path, answer, { resolve: (target) => readOf(site, page, target), errors });
  }
  addManifest(routes, services);
  routes.add('POST', '/posts/:id/comments', (ctx) => answerForm(site, ctx), { errors });
  for (const path of ['/assets/*name', '/sw.js']) {
    const answer: Handler = async (ctx, next) => {
      const file = await files(withoutSlash(ctx.path));
      return file ? answerFile(ctx, file) : next();
    };
    routes.add('GET', path, answer, { errors });
  }
}

/** A page that is the same for every reader. */
function readOf(site: Site, page: Page, { path, query, params }: ReadTarget): CacheableRead | null {
  if (!page.tags) return null;
  const values = valuesFor(page, query);
  return {
    key: `page ${withoutSlash(path)} ${JSON.stringify(values)}`,
    limit: null,
    tags: ['settings', ...page.tags(params)],
    isSearch: values['q'] !== undefined,
    async render(call) {
      const body = await write(site, page, params, { call, values });
      return { type: TYPE, body, tag: tagOf(body) };
    },
  };
}

/** Writes errors as pages, or redirects to where a page has moved. */
function pageErrors(site: Site): ErrorFormat {
  return async (thrown, { req }) => {
    const moved = thrown instanceof Moved ? thrown : await movedFrom(site, req, thrown);
    return moved ? movedAnswer(moved, queryOf(req), isForm(req)) : problemAnswer(site, thrown);
  };
}

/** Finds the post that was at a missing path before. */
async function movedFrom(
  { services: { em, clock } }: Site,
  req: IncomingMessage,
  thrown: unknown,
): Promise<Moved | null> {
  if (!(thrown instanceof AppError) || thrown.reason !== 'NOT_FOUND' || isForm(req)) return null;
  const path = withoutSlash(pathOf(req));
  const id = await idAtFormerPath({ em: em.fork({ useContext: true }), clock }, path).catch(() => null);
  return id === null ? null : new Moved(postPath(id));
}

function isForm({ method }: IncomingMessage): boolean {
  return method === 'POST';
}

/** In words alone for who asks too often, and when not even the frame of a page can be made. */
async function problemAnswer({ services, templates }: Site, thrown: unknown): Promise<Answer> {
  const error = describeError(thrown, services);
  const words = textAnswer(error);
  if (words.status === 429) return words;
  const settings = await services.settings.current().catch(() => null);
  if (!settings) return words;
  const { body: failure } = failureOf(error);
  const locale = localeFor(settings.language);
  // In English the interface's own words say more exactly what is missing.
  const sentence = locale.name === 'en' ? failure.error : sentenceOf(locale, failure);
  const body = await templates.render(settings, problemView(words.status, sentence));
  return { ...words, headers: { ...words.headers, 'Content-Type': TYPE }, body };
}

/** What a page reads of the query; other values lead to no page of their own. */
function valuesFor({ parameters = {} }: Page, query: string): PageRequest['values'] {
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

/** Middleware that answers paths without a route: with a page for visitors, else with JSON. */
export function nothingHere(site: Site, { site: isOn }: Config, json: ErrorFormat): Handler {
  const page = pageErrors(site);

  return async ({ state, path }) => {
    const isPage = isOn && isForVisitors(path);
    state.route = undefined;
    state.errors = isPage ? page : json;
    if (isPage) await countRead(site.services, state);
    throw appError('NOT_FOUND', 'Nothing was found at this URL.');
  };
}

/**
 * Whether a path without a route belongs to a visitor. Programs use /api and /trpc and get JSON, also when the case is
 * wrong, a second slash precedes the path, or the request line is malformed.
 */
function isForVisitors(path: string): boolean {
  return path.startsWith('/') && !/^\/+(api|trpc)(\/|$)/i.test(path);
}
