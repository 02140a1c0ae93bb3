import { appError, toFailure } from '../../../routers/base/errors.ts';
import { BODY_LIMITS, readForm } from '../../http/body.ts';
import { describeError, failureAnswer } from '../../http/errors.ts';
import type { Context } from '../../http/request-state.ts';
import type { Routes } from '../../http/routes.ts';
import { localeFor, translate } from '../locales.ts';
import { countRead, createRequestContext, readBeforeCall } from '../../http/request-context.ts';
import { callProcedure } from '../../http/procedure-routes.ts';
import { errorSentence } from './error-text.ts';
import { hide, pageErrors, TYPE } from './pages.ts';
import { subscribeBox, type SubscribeBox } from './views/subscribe.ts';
import type { Site } from './write.ts';

const PATH = '/mail/subscribe';

/** Adds the page that takes the form of the subscribe box without a script. */
export function addSubscribePage(routes: Routes, site: Site): void {
  const errors = pageErrors(site);
  routes.add('GET', PATH, (ctx) => show(site, ctx), { errors });
  routes.add('POST', PATH, (ctx) => subscribe(site, ctx), { errors });
}

/** @throws SUBSCRIPTIONS_CLOSED without the box */
async function show(site: Site, ctx: Context): Promise<void> {
  await countRead(site.services, ctx.state);
  const box = await subscribeBox(await createRequestContext(site.services, ctx.state));
  if (!box) throw appError('SUBSCRIPTIONS_CLOSED');
  await answer(site, ctx, { subscribe: box });
}

/** Gives every address the same answer, or shows the form again with the error. */
async function subscribe(site: Site, ctx: Context): Promise<void> {
  const { services } = site;
  const call = await createRequestContext(services, ctx.state);
  const { email = '' } = await readBeforeCall(call, () => readForm(ctx.req, BODY_LIMITS.public, ctx.state));
  try {
    await callProcedure({ name: 'subscribers.subscribe', type: 'mutation' }, call, { email });
    await answer(site, ctx, { done: true });
  } catch (error) {
    await countRead(services, ctx.state);
    const failure = describeError(error, services);
    const { status, headers } = failureAnswer(failure);
    ctx.status = status;
    ctx.set(headers);
    await answer(site, ctx, { subscribe: { email, problem: await failureSentence(site, failure) } });
  }
}

async function failureSentence({ services }: Site, failure: unknown): Promise<string> {
  const locale = localeFor((await services.settings.current()).language);
  const { body, retryAfter } = toFailure(failure);
  if (body.issues?.some(({ path }) => path === 'email')) return translate(locale, 'subscribe.invalid');
  return errorSentence(locale, body, retryAfter);
}

async function answer(
  { services, templates }: Site,
  ctx: Context,
  { done = false, subscribe: box }: { done?: boolean; subscribe?: SubscribeBox },
): Promise<void> {
  const values = {
    title_key: 'subscribe.title',
    hidden: true,
    done,
    ...(box && { subscribe: { ...box, is_alone: true } }),
  };
  hide(ctx);
  ctx.set('Content-Type', TYPE);
  ctx.body = await templates.render(await services.settings.current(), { template: 'subscribe', values });
}
