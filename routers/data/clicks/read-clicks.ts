import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';

/** How often readers have opened an address in the mails of a mailing. */
export interface LinkClicks {
  url: string;
  clicks: number;
}

/** The clicks in a mailing. */
export interface MailingClicks {
  total: number;
  /** The most frequent addresses first. */
  links: LinkClicks[];
}

/** The addresses of each mailing. */
const MOST_LINKS = 50;

/**
 * Reads the clicks of mailings, as far as they are written.
 *
 * @returns by the id of the mailing; one whose clicks were never counted has none
 */
export async function readClicks(
  em: SqlEntityManager,
  mailingIds: readonly string[],
): Promise<ReadonlyMap<string, MailingClicks>> {
  if (mailingIds.length === 0) return new Map();
  const rows = await kyselyOf(em)
    .selectFrom('mailing_links')
    .select(['mailing_id as mailingId', 'url', 'clicks'])
    .where('mailing_id', 'in', mailingIds)
    .orderBy('clicks', 'desc')
    .orderBy('url')
    .execute();
  const byMailing = Map.groupBy(rows, ({ mailingId }) => mailingId);
  return new Map([...byMailing].map(([id, links]) => [id, sumOf(links)]));
}

function sumOf(rows: readonly LinkClicks[]): MailingClicks {
  const opened = rows.filter(({ clicks }) => clicks > 0).slice(0, MOST_LINKS);
  return {
    total: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    links: opened.map(({ url, clicks }) => ({ url, clicks })),
  };
}
