import type { CommentShape } from '../../../routers/comments/answers.ts';
import { appError } from '../../../routers/base/errors.ts';
import { readPage } from '../../../routers/comments/page.ts';
import { BODY_LIMITS, readForm } from '../../http/body.ts';
import type { Context } from '../../http/request-state.ts';
import type { Handler, Routes } from '../../http/routes.ts';
import { anonymousContext, countRead, createRequestContext, readBeforeCall } from '../../http/request-context.ts';
import { callProcedure } from '../../http/procedure-routes.ts';
import { parseQuery } from '../../http/target.ts';
import { submitForm, redirectBack } from './form.ts';
import { hide, pageErrors, TYPE, valuesFor } from './pages.ts';
import { formParameters, type Page } from './routes.ts';
import { pageThreadView } from './views/page-thread.ts';
import { write, type Site } from './write.ts';

/** The comments on a page of another site; its address is in the query, or encoded in a segment. */
const PATH = '/embed/thread';

/**
 * Adds the page with the comments on a page of another site, for visitors without scripts. It works with SITE=off too.
 * The address is in the path, because links and forms of comments add queries of their own.
 */
export function addThreadPage(routes: Routes, site: Site): void {
  const errors = pageErrors(site);
  routes.add('GET', PATH, (ctx) => lead(site, ctx), { errors });
  routes.add('GET', `${PATH}/:page`, (ctx) => show(site, ctx), { errors });
  routes.add('POST', `${PATH}/:page`, (ctx) => answerForm(site, ctx), { errors });
  routes.add('POST', `${PATH}/:page/reactions`, (ctx) => react(site, ctx), { errors });
}

/** Adds the home page of a service that has only comments. */
export function addThreadsHome(routes: Routes, { services, templates }: Site): void {
  const answer: Handler = async (ctx) => {
    await countRead(services, ctx.state);
    hide(ctx);
    ctx.set('Content-Type', TYPE);
    ctx.body = await templates.render(await services.settings.current(), { template: 'threads', values: {} });
  };
  routes.add('GET', '/', answer);
}

const threadPage: Page = {
  path: `${PATH}/:page`,
  tags: null,
  parameters: { before: /^/, at: /^c-[\w-]{1,40}$/, ...formParameters },
  view: (request, { page = '' }) => pageThreadView(request, addressIn(page), pathFor(addressIn(page))),
};

/** Redirects from `?url=` to the page. @throws BAD_REQUEST, SITE_UNKNOWN */
async function lead({ services }: Site, ctx: Context): Promise<void> {
  await countRead(services, ctx.state);
  const { url } = parseQuery(ctx.querystring);
  const call = anonymousContext(services, ctx.state, ctx.state.reply);
  const page = await readPage(call, typeof url === 'string' ? url : '');
  hide(ctx);
  ctx.status = 302;
  ctx.redirect(pathFor(page.url));
}

async function show(site: Site, ctx: Context): Promise<void> {
  const { services } = site;
  const { state, params, querystring } = ctx;
  await countRead(services, state);
  hide(ctx);
  const call = anonymousContext(services, state, state.reply);
  ctx.set('Content-Type', TYPE);
  ctx.body = await write(site, threadPage, params, { call, values: valuesFor(threadPage, querystring) });
}

async function answerForm(site: Site, ctx: Context): Promise<void> {
  const url = addressIn(ctx.params['page'] ?? '');
  const { id } = await readPage(site.services, url);
  await submitForm(site, ctx, {
    thread: id,
    page: threadPage,
    params: ctx.params,
    procedure: 'threads.submit',
    input: { url },
    back: (comment: CommentShape) => redirectBack(ctx, pathFor(url), id, comment),
  });
}

/** Adds a reaction; without scripts, it cannot be taken back. */
async function react({ services }: Site, ctx: Context): Promise<void> {
  const url = addressIn(ctx.params['page'] ?? '');
  const call = await createRequestContext(services, ctx.state);
  const { reaction = '' } = await readBeforeCall(call, () => readForm(ctx.req, BODY_LIMITS.public, ctx.state));
  await callProcedure({ name: 'threads.react', type: 'mutation' }, call, { url, reaction });
  hide(ctx);
  ctx.status = 303;
  ctx.redirect(pathFor(url));
}

function pathFor(url: string): string {
  return `${PATH}/${Buffer.from(url).toString('base64url')}`;
}

/** @throws NOT_FOUND */
function addressIn(segment: string): string {
  if (/^[\w-]{1,4000}$/.test(segment)) return Buffer.from(segment, 'base64url').toString();
  throw appError('NOT_FOUND', 'Nothing was found at this URL.');
}
