import type { CallContext } from '../../core/context.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { readClicks } from '../../data/clicks/read-clicks.ts';
import { readerOf } from '../../core/reader.ts';
import type { Scope } from './period.ts';
import type { Analytics } from './schemas.ts';

/** The most mailings in a list. */
const MOST = 50;

/** The mailings that began in the period, with what the mail server said of their mails. */
export async function listNewsletters(ctx: CallContext, { to, ...scope }: Scope): Promise<Analytics['newsletters']> {
  // Times of the last day follow its date in the order of texts.
  const rows = await mailings(ctx.em, { ...scope, to: `${to}T24`, limit: MOST }, readerOf(ctx));
  await ctx.clicks.flush();
  const clicksOf = await readClicks(
    ctx.em,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, startedAt, accepted, bounced, ...row }) => ({
    ...row,
    startedAt: startedAt!,
    sent: accepted + bounced,
    accepted,
    bounced,
    clicks: clicksOf.get(id)?.total ?? null,
    links: clicksOf.get(id)?.links ?? [],
  }));
}

const mailings = prepareQuery((db, { from, to, postKey, limit }: Scope & { limit: number }) =>
  db
    .selectFrom('mailings')
    .innerJoin('posts', 'posts.key', 'mailings.post_key')
    .select(['mailings.id', 'posts.slug as post', 'posts.title', 'mailings.started_at as startedAt'])
    .select(['mailings.sent as accepted', 'mailings.failed as bounced'])
    .where('mailings.started_at', '>=', from)
    .where('mailings.started_at', '<', to)
    .$if(postKey !== undefined, (rows) => rows.where('mailings.post_key', '=', postKey!))
    .orderBy('mailings.started_at', 'desc')
    .orderBy('mailings.id', 'desc')
    .limit(limit),
);
