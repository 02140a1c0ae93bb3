import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../storage/database/open.ts';
import { examineClientIp, isLocal } from './client-ip.ts';
import { compareWithNewest } from './clock.ts';
import { ok, warning, type Finding } from './finding.ts';
import { examineSitePath } from './site-path.ts';

/** Checks the settings of the owner: site URL and password. */
export async function examineBlog({ kysely }: Database, config: Config): Promise<Finding[]> {
  const { siteUrl, by } = await readSiteUrl(kysely, config);
  return [
    siteUrl === '' ? noSiteUrl : siteUrlFinding(siteUrl, by),
    ...(siteUrl === '' && config.smtpUrl !== null ? [noLinks] : []),
    ...(await examineSitePath(siteUrl)),
    ...(siteUrl === '' ? [] : [await examineClientIp(siteUrl, config.clientIpHeader)]),
    await checkAdministrator(kysely, config.setupKey),
    ...compareWithNewest(await readNewest(kysely)),
  ];
}

const noSiteUrl = warning(
  'site address',
  'Not set: pages of other origins cannot comment, and links use the host of each request; set SITE_URL.',
);

const noLinks = warning(
  'mail',
  'Without the site address, e-mails have no links, nobody can subscribe or ask for replies, and no posts are sent; set SITE_URL.',
);

function siteUrlFinding(siteUrl: string, by: string): Finding {
  const text = `${siteUrl}, from ${by}`;
  if (siteUrl.startsWith('https:') || isLocal(siteUrl)) return ok('site address', `${text}.`);
  return warning(
    'site address',
    `${text}, has no TLS: passwords and keys can be read in transit; let a proxy serve https (docs/operating.md).`,
  );
}

async function readSiteUrl(kysely: Kysely<Tables>, { siteUrl }: Config): Promise<{ siteUrl: string; by: string }> {
  if (siteUrl !== null) return { siteUrl, by: 'SITE_URL' };
  const row = await kysely.selectFrom('settings').select('value').where('name', '=', 'siteUrl').executeTakeFirst();
  return { siteUrl: row === undefined ? '' : String(JSON.parse(row.value)), by: 'the settings' };
}

async function checkAdministrator(kysely: Kysely<Tables>, setupKey: string | null): Promise<Finding> {
  const row = await kysely.selectFrom('administrators').select('must_change').executeTakeFirst();
  if (row?.must_change === 0) return ok('administrator', 'Set up, with a password of their choice.');
  if (row) return warning('administrator', 'The first password was never changed; run: octavo password');
  return setupKey === null
    ? warning('administrator', 'Not set up; the next start creates one and prints the password.')
    : warning('administrator', 'Not set up; run: octavo setup');
}

async function readNewest(kysely: Kysely<Tables>): Promise<string | null> {
  const newest = (table: 'posts' | 'comments') =>
    kysely.selectFrom(table).select('created_at').orderBy('key', 'desc').limit(1).executeTakeFirst();
  const [post, comment] = [await newest('posts'), await newest('comments')];
  return (
    [post, comment]
      .map((row) => row?.created_at ?? '')
      .sort()
      .at(-1) || null
  );
}
