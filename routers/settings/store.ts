import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Setting } from '../../entities/setting.ts';
import { defaultSettings, type Settings } from './schemas.ts';

/** The settings, kept in memory: nearly every request asks for one. */
export interface SettingsStore {
  /** The settings in force: what is stored over the defaults, and SITE_URL over both. */
  current(): Promise<Settings>;
  /** The site address as it was last read, for whoever cannot wait; "" before the first time. */
  siteAddress(): string;
  /** Stores the settings that are given and leaves the others. */
  change(changes: Partial<Settings>): Promise<void>;
  /** Forgets what is in memory, for when somebody else changed the table. */
  drop(): void;
}

/** @param siteUrl from the environment; wins over the stored one */
export function createSettingsStore(em: SqlEntityManager, siteUrl: string | null): SettingsStore {
  let kept: Promise<Settings> | null = null;
  let lastAddress = siteUrl ?? '';

  async function load(): Promise<Settings> {
    const stored = await readStored(em.fork());
    return siteUrl === null ? stored : { ...stored, siteUrl };
  }

  function drop(): void {
    kept = null;
  }

  return {
    current() {
      if (kept) return kept;
      const loading = load();
      kept = loading;
      loading.then(
        (settings) => {
          if (kept === loading) lastAddress = settings.siteUrl;
        },
        () => {
          if (kept === loading) drop();
        },
      );
      return loading;
    },
    siteAddress: () => lastAddress,
    async change(changes) {
      // While SITE_URL decides, the address that GET shows may come back, and changes nothing.
      const { siteUrl: address, ...others } = changes;
      await writeStored(em.fork(), address === siteUrl ? others : changes);
      drop();
    },
    drop,
  };
}

async function readStored(em: SqlEntityManager): Promise<Settings> {
  const rows = await kyselyOf(em).selectFrom('settings').select(['name', 'value']).execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  return { ...defaultSettings, ...stored };
}

async function writeStored(em: SqlEntityManager, changes: Partial<Settings>): Promise<void> {
  const rows = Object.entries(changes).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  // In one statement: two administrators' tabs may store the same setting for the first time at once.
  if (rows.length > 0) await em.transactional((tx) => tx.upsertMany(Setting, rows));
}
