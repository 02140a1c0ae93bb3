import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Setting } from '../../entities/setting.ts';
import { settingRows } from '../data/settings/rows.ts';
import { storedSettings } from '../data/settings/store.ts';
import type { NavigationEntry } from '../data/settings/navigation.ts';
import type { Settings } from '../data/settings/schemas.ts';
import { replaceUrl, findTarget, type Replacement } from '../data/files/targets.ts';

/** The settings with URLs that may be those of the library: images, menus, and styles. */
export const settingsWithUrls = [
  'logo',
  'icon',
  'authorPicture',
  'navigation',
  'footerNavigation',
  'authorLinks',
  'imprintUrl',
  'customCss',
] as const;
export type SettingWithUrls = (typeof settingsWithUrls)[number];

type Values = Pick<Settings, SettingWithUrls>;

/** The URLs in style sheets, behind what precedes them. */
const CSS_URL = /(\burl\(\s*["']?)([^"')\s]+)/gi;

/** The targets of the URLs in settings. */
export function targetsInSettings(settings: Values): string[] {
  return settingsWithUrls.flatMap((name) => targetsIn(settings, name));
}

/** The settings with URLs that lead to one of these targets. */
export function settingsWithTargets(settings: Values, targets: readonly string[]): SettingWithUrls[] {
  return settingsWithUrls.filter((name) => targetsIn(settings, name).some((target) => targets.includes(target)));
}

/** Replaces the URLs of a file in the settings. */
export async function replaceInSettings(tx: SqlEntityManager, replacement: Replacement): Promise<void> {
  const stored = kyselyOf(tx).selectFrom('settings').select('name').where('name', 'in', settingsWithUrls);
  if (!(tx.getPlatform() instanceof SqlitePlatform)) await stored.orderBy('name').forUpdate().execute();
  const settings = await storedSettings(tx);
  const changed = settingsWithTargets(settings, Object.keys(replacement.urls)).map(
    (name) => [name, withUrls(settings, name, (url) => replaceUrl(url, replacement))] as const,
  );
  const rows = settingRows(Object.fromEntries(changed));
  if (rows.length > 0) await tx.upsertMany(Setting, rows);
}

function targetsIn(settings: Values, name: SettingWithUrls): string[] {
  const targets: string[] = [];
  withUrls(settings, name, (url) => {
    targets.push(findTarget(url) ?? '');
    return url;
  });
  return targets.filter((target) => target !== '');
}

/** The value of a setting with other URLs. */
function withUrls(settings: Values, name: SettingWithUrls, change: (url: string) => string): Values[SettingWithUrls] {
  const value = settings[name];
  if (name === 'customCss') {
    return settings.customCss.replace(CSS_URL, (_, before: string, url: string) => before + change(url));
  }
  if (value === null) return null;
  if (typeof value === 'string') return change(value);
  return value.map((entry) => ({
    ...withUrl(entry, change),
    ...('children' in entry && { children: entry.children.map((child) => withUrl(child, change)) }),
  }));
}

function withUrl<T extends NavigationEntry>(entry: T, change: (url: string) => string): T {
  return 'url' in entry && entry.url !== undefined ? { ...entry, url: change(entry.url) } : entry;
}
