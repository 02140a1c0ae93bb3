import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Setting } from '../../entities/setting.ts';
import type { Services } from '../context.ts';
import { defaultSettings, type Settings } from './schemas.ts';

/** The settings in force: what is stored over the defaults, and SITE_URL over both. */
export async function readSettings(ctx: Pick<Services, 'em' | 'policy'>): Promise<Settings> {
  const stored = await readStored(ctx.em);
  return ctx.policy.siteUrl === null ? stored : { ...stored, siteUrl: ctx.policy.siteUrl };
}

/**
 * Stores the settings that are given and leaves the others.
 *
 * While SITE_URL decides the site address, the address that GET shows may come back and changes nothing.
 */
export async function writeSettings(ctx: Services, changes: Partial<Settings>): Promise<void> {
  const { siteUrl, ...others } = changes;
  const wanted = siteUrl === ctx.policy.siteUrl ? others : changes;
  await ctx.em.fork().transactional(async (tx) => {
    const rows = Object.entries(wanted).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
    if (rows.length > 0) await tx.upsertMany(Setting, rows);
  });
}

async function readStored(em: SqlEntityManager): Promise<Settings> {
  const rows = await kyselyOf(em).selectFrom('settings').select(['name', 'value']).execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  return { ...defaultSettings, ...stored };
}
