import { readMailToken, type MailPurpose } from '../../../routers/mail/tokens.ts';
import type { Context } from '../../http/request-state.ts';
import type { Handler, Routes } from '../../http/routes.ts';
import { countRead, createRequestContext } from '../../http/request-context.ts';
import { followLink } from './click.ts';
import { invalidLink, type MailLink } from './mail-link.ts';
import { moderateLink } from './moderate-link.ts';
import { confirmRepliesLink, endRepliesLink } from './reply-links.ts';
import { confirmLink, unsubscribeLink } from './subscriber-links.ts';
import { hide, pageErrors, TYPE } from './pages.ts';
import type { Site } from './write.ts';

/** The pages of links in mails. */
const links: Readonly<Record<Exclude<MailPurpose, 'click'>, MailLink>> = {
  confirm: either(confirmLink, confirmRepliesLink),
  moderate: moderateLink,
  unsubscribe: either(unsubscribeLink, endRepliesLink),
};

/** The links to subscribers and those to writers of comments, distinguished by the first part of the token. */
function either(subscribers: MailLink, writers: MailLink): MailLink {
  const linkOf = ([kind]: readonly string[]) => (kind === 'replies' ? writers : subscribers);
  return {
    show: (call, parts, settings) => linkOf(parts).show(call, parts, settings),
    act: (call, parts, settings) => linkOf(parts).act(call, parts, settings),
  };
}

/**
 * Adds the links in mails, `/mail/<purpose>/<token>`: those to other addresses, and those with pages. GET and HEAD change nothing, because programs open every
 * link of a mail, except that clicks may be counted. POST acts: the token permits it, whatever page sends the form.
 */
export function addMailPages(routes: Routes, site: Site): void {
  const errors = pageErrors(site);
  const follow: Handler = async (ctx) => {
    await begin(site, ctx);
    // Its page says that the link is not valid.
    if (!(await followLink(site.services, ctx))) await show(site, ctx, false);
  };
  routes.add('GET', '/mail/click/:token', follow, { errors });
  for (const method of ['GET', 'POST'] as const) {
    routes.add(
      method,
      '/mail/:purpose/:token',
      async (ctx) => {
        await begin(site, ctx);
        await show(site, ctx, method === 'POST');
      },
      { errors },
    );
  }
}

async function begin({ services }: Site, ctx: Context): Promise<void> {
  hide(ctx);
  ctx.state.policy = { noReferrer: true };
  await countRead(services, ctx.state);
}

async function show({ services, templates }: Site, ctx: Context, acts: boolean): Promise<void> {
  const { state, params } = ctx;
  const { purpose = '', token = '' } = params;
  const call = await createRequestContext(services, state);
  // The body adds nothing to the token. Mail programs send it as multipart/form-data (RFC 8058, 3.2).
  if (acts) ctx.req.resume();
  const settings = await services.settings.current();
  const link = Object.hasOwn(links, purpose) ? links[purpose as keyof typeof links] : undefined;
  const parts = link ? await readMailToken(services.em, services.clock, purpose as MailPurpose, token) : 'invalid';
  const page =
    link && typeof parts !== 'string'
      ? await (acts ? link.act : link.show)(call, parts, settings)
      : invalidLink(settings, parts === 'expired');
  ctx.status = page.status ?? 200;
  ctx.set('Content-Type', TYPE);
  const { language = settings.language, ...shown } = page;
  const values = { title: page.heading, hidden: true, done: acts, ...shown };
  ctx.body = await templates.render({ ...settings, language }, { template: 'mail-link', values });
}
