import { choiceIn } from '../ui/search-values.ts';

const parts = ['site', 'comments', 'account', 'transfer'] as const;

/** What the address bar says of the settings: the part that is shown. */
export interface SettingsSearch {
  part?: (typeof parts)[number];
}

/** Reads it; whatever fits nothing counts as absent. */
export function settingsSearch(values: Record<string, unknown>): SettingsSearch {
  return choiceIn(values, 'part', parts);
}
