import type { SqlEntityManager } from '@mikro-orm/sql';

import { siteOf } from '../../../shared/thread-address.ts';
import { siteOriginOf, sitePathOf } from '../../../shared/site-address.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { Setting } from '../../../entities/setting.ts';
import { readSettings, settingRows } from './rows.ts';
import { defaultSettings, type Settings } from './schemas.ts';

/** The settings, cached in memory because nearly every request needs one. */
export interface SettingsStore {
  /** The current settings: SITE_URL, then stored values, then defaults. */
  current(): Promise<Settings>;
  /** The site URL as last read, without waiting; "" before the first read. */
  siteUrl(): string;
  /** Its path, such as `/blog`, in the same way; "" without one. */
  sitePath(): string;
  /** Its origin, which `Origin` is compared with, in the same way; "" without a site URL. */
  siteOrigin(): string;
  /** Whether an origin is one of the comment sites, in the same way. */
  isCommentSite(origin: string): boolean;
  /**
   * Stores these settings and leaves the others.
   *
   * @param before runs first, in the same transaction
   */
  change(changes: Partial<Settings>, before?: (tx: SqlEntityManager) => Promise<void>): Promise<void>;
  /** Invalidates the cached settings after the table has changed. */
  drop(): void;
}

/** @param siteUrl from the environment; overrides the stored one */
export function createSettingsStore(em: SqlEntityManager, siteUrl: string | null): SettingsStore {
  let cached: Promise<Settings> | null = null;
  let last = addressOf(siteUrl ?? '');
  let sites: ReadonlySet<string | null> = new Set();

  async function load(): Promise<Settings> {
    const stored = await storedSettings(em.fork());
    return siteUrl === null ? stored : { ...stored, siteUrl };
  }

  function drop(): void {
    cached = null;
  }

  return {
    current() {
      if (cached) return cached;
      const loading = load();
      cached = loading;
      loading.then(
        (settings) => {
          if (cached !== loading) return;
          if (last.url !== settings.siteUrl) last = addressOf(settings.siteUrl);
          sites = new Set(settings.commentSites.map(({ origin }) => siteOf(origin)));
        },
        () => {
          if (cached === loading) drop();
        },
      );
      return loading;
    },
    siteUrl: () => last.url,
    sitePath: () => last.path,
    siteOrigin: () => last.origin,
    isCommentSite: (origin) => sites.size > 0 && sites.has(siteOf(origin) ?? ''),
    async change(changes, before) {
      // While SITE_URL is set, an update with the same URL, as GET returns it, changes nothing.
      const { siteUrl: newUrl, ...others } = changes;
      await writeStored(em.fork(), newUrl === siteUrl ? others : changes, before);
      drop();
    },
    drop,
  };
}

function addressOf(url: string) {
  return { url, path: sitePathOf(url), origin: siteOriginOf(url) };
}

/** The settings in the database, in the transaction that surrounds the call if there is one, and defaults. */
export async function storedSettings(em: SqlEntityManager): Promise<Settings> {
  const rows = await kyselyOf(em).selectFrom('settings').select(['name', 'value']).execute();
  return { ...defaultSettings, ...readSettings(rows) };
}

async function writeStored(
  em: SqlEntityManager,
  changes: Partial<Settings>,
  before?: (tx: SqlEntityManager) => Promise<void>,
): Promise<void> {
  const rows = settingRows(changes);
  // An upsert, because two tabs may store a setting for the first time at once.
  if (rows.length === 0) return;
  await em.transactional(async (tx) => {
    await before?.(tx);
    await tx.upsertMany(Setting, rows);
  });
}
