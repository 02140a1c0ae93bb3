import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../core/context.ts';

/** How often readers have opened an address in the mails of a mailing. */
export interface LinkClicks {
  url: string;
  clicks: number;
}

/** The numbers of a mailing. */
export interface MailingNumbers {
  /** `ma-…` */
  id: string;
  postId: string;
  title: string;
  /** When the post became public and the first mails were sent. */
  startedAt: string;
  /** The mails whose fate at the mail server is known. */
  sent: number;
  /** Those that it accepted. */
  accepted: number;
  /** Those that it refused for good. Mails that come back later are not known. */
  bounced: number;
  /** The addresses that were opened, the most frequent first. Empty unless clicks were counted. */
  clicks: LinkClicks[];
}

/** The mailings of which numbers are returned: the newest. */
const MOST_MAILINGS = 200;
/** The addresses of each. */
const MOST_LINKS = 50;

/**
 * The numbers of the mailings that started in a period, the newest first.
 *
 * @param period.from ISO 8601, inclusive
 * @param period.to ISO 8601, exclusive
 * @param postKey of one post; absent: of all
 */
export async function mailingNumbers(
  { em, clicks }: Pick<CallContext, 'em' | 'clicks'>,
  { from, to }: { from: string; to: string },
  postKey?: number,
): Promise<MailingNumbers[]> {
  await clicks.flush();
  const db = kyselyOf(em);
  const mailings = await db
    .selectFrom('mailings')
    .innerJoin('posts', 'posts.key', 'mailings.post_key')
    .select(['mailings.id', 'posts.slug as postId', 'posts.title', 'started_at as startedAt'])
    .select(['sent as accepted', 'failed as bounced'])
    // The index begins with the state.
    .where('mailings.state', 'in', ['sending', 'sent', 'cancelled'])
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .$if(postKey !== undefined, (some) => some.where('mailings.post_key', '=', postKey!))
    .orderBy('started_at', 'desc')
    .orderBy('mailings.id', 'desc')
    .limit(MOST_MAILINGS)
    .execute();
  if (mailings.length === 0) return [];
  const clicksBy = await clicksOfMailings(
    em,
    mailings.map(({ id }) => id),
  );
  return mailings.map(({ startedAt, accepted, bounced, ...mailing }) => ({
    ...mailing,
    startedAt: startedAt!,
    sent: accepted + bounced,
    accepted,
    bounced,
    clicks: clicksBy.get(mailing.id) ?? [],
  }));
}

/** The addresses that were opened, by mailing, the most frequent first: as far as they are written. */
export async function clicksOfMailings(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LinkClicks[]>> {
  const rows = await kyselyOf(em)
    .selectFrom('mailing_links')
    .select(['mailing_id as mailingId', 'url', 'clicks'])
    .where('mailing_id', 'in', ids)
    .where('clicks', '>', 0)
    .orderBy('clicks', 'desc')
    .orderBy('url')
    .execute();
  const byMailing = Map.groupBy(rows, ({ mailingId }) => mailingId);
  return new Map(
    [...byMailing].map(([id, links]) => [id, links.slice(0, MOST_LINKS).map(({ url, clicks }) => ({ url, clicks }))]),
  );
}
