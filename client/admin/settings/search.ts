import { hasOnlyThreads } from '../place.ts';
import { readChoice } from '../ui/search-values.ts';

/** The parts of the settings. */
export const settingsParts = [
  'site',
  'design',
  'navigation',
  'comments',
  'account',
  'webhooks',
  'transfer',
  'privacy',
] as const;

/** Whether a part has anything to set. Comments alone have no pages to design and no menus. */
export function isPartShown(part: (typeof settingsParts)[number]): boolean {
  return !hasOnlyThreads || (part !== 'design' && part !== 'navigation');
}

/** The query parameters of the screen. */
export interface SettingsSearch {
  part?: (typeof settingsParts)[number];
}

/** Parses the query parameters; invalid values are ignored. */
export function settingsSearch(values: Record<string, unknown>): SettingsSearch {
  return readChoice(values, 'part', settingsParts);
}
