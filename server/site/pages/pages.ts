import type { IncomingMessage } from 'node:http';

import { toFailure, appError } from '../../../routers/base/errors.ts';
import { isPageId } from '../../../shared/reserved-ids.ts';
import { foldId } from '../../../shared/post-id.ts';
import type { Config } from '../../config/config.ts';
import { tagOf } from '../../http/validators.ts';
import { describeError, textAnswer } from '../../http/errors.ts';
import type { Answer, Context, ErrorFormat } from '../../http/request-state.ts';
import { answerFile } from '../../http/files.ts';
import type { Handler, ReadTarget, Routes } from '../../http/routes.ts';
import { withoutSlash } from '../../../shared/site-address.ts';
import { parseQuery, requestQuery } from '../../http/target.ts';
import { markdownOfPage } from './post-markdown.ts';
import { localeFor } from '../locales.ts';
import type { CacheableRead } from '../../http/cacheable-read.ts';
import { anonymousContext, countRead } from '../../http/request-context.ts';
import { FAVICON, type Files } from './assets.ts';
import { answerCommentLink } from './comment-link.ts';
import { answerForm } from './form.ts';
import { addManifest } from './manifest.ts';
import { Gone, Moved, movedAnswer, movedFrom } from './redirects.ts';
import { errorSentence } from './error-text.ts';
import type { PageRequest } from './request.ts';
import { ownPage, pages, type Page } from './routes.ts';
import { problemView, recentPosts } from './views/problem.ts';
import { write, type Site } from './write.ts';

export const TYPE = 'text/html; charset=utf-8';

/** Adds the site: pages, comment form and assets. */
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
  routes.add('GET', '/posts/:id/comments/:commentId', (ctx) => answerCommentLink(services, ctx), { errors });
  for (const path of ['/assets/*name', '/sw.js', FAVICON]) routes.add('GET', path, answerOf(files), { errors });
  addOwnPages(routes, site);
}

/**
 * Adds the files of the pages that the service has without the reading site: the style sheet of those of mails and threads.
 *
 * @param hasScripts whether threads have the scripts and styles of the site
 */
export function addBareFiles(routes: Routes, files: Files, hasScripts: boolean): void {
  routes.add('GET', hasScripts ? '/assets/*name' : '/assets/bare.css', answerOf(files));
}

function answerOf(files: Files): Handler {
  return async (ctx, next) => {
    const file = await files(withoutSlash(ctx.path));
    return file ? answerFile(ctx, file) : next();
  };
}

/**
 * Adds the pages of the owner and their Markdown. No other path of the site has one segment and neither a dot nor a
 * reserved name.
 */
function addOwnPages(routes: Routes, site: Site): void {
  const errors = pageErrors(site);
  const isOwn = (id: string) => isPageId(foldId(id));
  const html = (target: ReadTarget) => {
    const read = isOwn(target.params['id'] ?? '') ? readOf(site, ownPage, target) : null;
    return read && { ...read, errors };
  };
  const markdown = ({ params: { id = '' } }: ReadTarget) => (isOwn(id) ? { ...markdownOfPage(id), errors } : null);
  routes.addRead('/:id.md', { resolve: markdown, isFallback: true });
  routes.addRead('/:id', { resolve: html, isFallback: true });
}

/** The cacheable read of a public page. */
function readOf(site: Site, page: Page, { path, query, params }: ReadTarget): CacheableRead | null {
  if (!page.tags) return null;
  const values = valuesFor(page, query);
  return {
    key: `page ${withoutSlash(path)} ${JSON.stringify(values)}`,
    limit: null,
    tags: ['settings', ...page.tags(params)],
    // All but the number of a page: anyone can make up a cursor, or a comment to reply to.
    hasFreeInput: Object.keys(values).some((name) => name !== 'page'),
    async render(call) {
      const body = await write(site, page, params, { call, values });
      return { type: TYPE, body, tag: tagOf(body) };
    },
  };
}

/** Renders errors as pages, or redirects to the new URL of a page. */
export function pageErrors(site: Site): ErrorFormat {
  return async (thrown, { req }) => {
    const moved = thrown instanceof Moved ? thrown : isForm(req) ? null : await movedFrom(site.services, req, thrown);
    if (!moved) return problemAnswer(site, thrown);
    if (moved instanceof Gone) return { ...(await problemAnswer(site, thrown)), status: 410 };
    return movedAnswer(moved, site.services.settings.sitePath(), requestQuery(req), isForm(req));
  };
}

function isForm({ method }: IncomingMessage): boolean {
  return method === 'POST';
}

/** Plain text for rate-limited requests, and if the settings cannot be read. */
async function problemAnswer({ services, templates }: Site, thrown: unknown): Promise<Answer> {
  const error = describeError(thrown, services);
  const text = textAnswer(error);
  if (text.status === 429) return text;
  const settings = await services.settings.current().catch(() => null);
  if (!settings) return text;
  const { body: failure } = toFailure(error);
  const locale = localeFor(settings.language);
  // In English the message of the error is more precise.
  const sentence = locale.name === 'en' ? failure.error : errorSentence(locale, failure);
  const posts = text.status === 404 ? await recentPosts(services).catch(() => []) : [];
  const body = await templates.render(settings, problemView(text.status, sentence, posts));
  return { ...text, headers: { ...text.headers, 'Content-Type': TYPE }, body };
}

/** The query parameters of a page. Unknown parameters and invalid values are ignored. */
export function valuesFor({ parameters = {} }: Page, query: string): PageRequest['values'] {
  const parsed = parseQuery(query);
  const values: PageRequest['values'] = {};
  for (const [name, form] of Object.entries(parameters)) {
    const value = parsed[name];
    if (value !== undefined && (typeof value !== 'string' || form.test(value))) values[name] = value;
  }
  return values;
}

/** Excludes the response from search engines and caches. */
export function hide(ctx: Context): void {
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.set('Cache-Control', 'no-store');
}

/** Middleware for paths without a route: a 404 page for visitors, otherwise JSON. */
export function notFound(site: Site, { site: isOn }: Config, json: ErrorFormat): Handler {
  const page = pageErrors(site);

  return async ({ state, path }) => {
    const isPage = isOn === 'on' && isForVisitors(path);
    state.route = undefined;
    state.errors = isPage ? page : json;
    if (isPage) await countRead(site.services, state);
    throw appError('NOT_FOUND', 'Nothing was found at this URL.');
  };
}

/**
 * Whether a path without a route is for visitors. /api and /trpc get JSON, even with the wrong case, a second slash or
 * a malformed request line.
 */
export function isForVisitors(path: string): boolean {
  return path.startsWith('/') && !/^\/+(api|trpc)(\/|$)/i.test(path);
}
