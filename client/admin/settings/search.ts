import { choiceIn } from '../ui/search-values.ts';

/** The parts of the settings. */
export const settingsParts = ['site', 'comments', 'account', 'transfer'] as const;

/** What the address bar says of the settings: the part that is shown. */
export interface SettingsSearch {
  part?: (typeof settingsParts)[number];
}

/** Reads it; whatever fits nothing counts as absent. */
export function settingsSearch(values: Record<string, unknown>): SettingsSearch {
  return choiceIn(values, 'part', settingsParts);
}
