import type { SqlEntityManager } from '@mikro-orm/sql';

import { Setting } from '../../entities/setting.ts';
import { storedSettings } from '../settings/store.ts';
import type { Settings } from '../settings/schemas.ts';
import { targetOf, type Replacement } from './targets.ts';

/** The settings that are images of the library. */
export const siteImages = ['logo', 'icon', 'authorPicture'] as const;
export type SiteImage = (typeof siteImages)[number];

/** The settings that lead to one of these targets. */
export function imagesAt(settings: Pick<Settings, SiteImage>, targets: readonly string[]): SiteImage[] {
  return siteImages.filter((name) => targets.includes(targetOf(settings[name]) ?? ''));
}

/** Replaces the URLs of a file in the settings. @returns the names of those that changed */
export async function replaceImages(tx: SqlEntityManager, { urls }: Replacement): Promise<SiteImage[]> {
  const settings = await storedSettings(tx);
  const changed = imagesAt(settings, Object.keys(urls));
  const rows = changed.map((name) => ({ name, value: JSON.stringify(urls[targetOf(settings[name])!]) }));
  if (rows.length > 0) await tx.upsertMany(Setting, rows);
  return changed;
}
