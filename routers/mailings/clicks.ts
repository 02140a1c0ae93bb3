import { createHash } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Clock } from '../base/clock.ts';
import { mailUrl, readMailToken } from '../mail/tokens.ts';

/** A link of a mailing. */
export interface MailingLinkKey {
  mailingId: string;
  urlHash: string;
}

/** How many links one statement writes. */
const BATCH_SIZE = 200;

/**
 * The URLs in the service that lead to the links of a mailing and count clicks. They are the same in every mail of it, so
 * that nobody's clicks can be told apart.
 *
 * @returns by the URLs of the links
 */
export async function clickUrls(
  { em, clock }: { em: SqlEntityManager; clock: Clock },
  siteUrl: string,
  mailingId: string,
  urls: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const links = urls.map((url) => ({ mailing_id: mailingId, url_hash: hashUrl(url), url, clicks: 0 }));
  for (let at = 0; at < links.length; at += BATCH_SIZE) {
    await kyselyOf(em)
      .insertInto('mailing_links')
      .values(links.slice(at, at + BATCH_SIZE))
      .onConflict((conflict) => conflict.columns(['mailing_id', 'url_hash']).doNothing())
      .execute();
  }
  const pairs = links.map(async ({ url, url_hash }) => {
    const parts = [mailingId, url_hash];
    return [url, await mailUrl({ em, clock }, siteUrl, { purpose: 'click', parts, lasts: null })] as const;
  });
  return new Map(await Promise.all(pairs));
}

/**
 * The link that a token stands for, as it stood in a mail.
 *
 * @returns null for a token that is not the service's, and after the end of the mailing's record
 */
export async function findLink(
  em: SqlEntityManager,
  clock: Clock,
  token: string,
): Promise<(MailingLinkKey & { url: string }) | null> {
  const parts = await readMailToken(em, clock, 'click', token);
  if (typeof parts === 'string') return null;
  const [mailingId = '', urlHash = ''] = parts;
  const row = await kyselyOf(em)
    .selectFrom('mailing_links')
    .select('url')
    .where('mailing_id', '=', mailingId)
    .where('url_hash', '=', urlHash)
    .executeTakeFirst();
  return row ? { mailingId, urlHash, url: row.url } : null;
}

function hashUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}
