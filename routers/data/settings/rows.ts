import type { Navigation, NavigationEntry } from './navigation.ts';
import type { Settings } from './schemas.ts';

/** A row of the table of settings; `value` is JSON. */
interface Row {
  name: string;
  value: string;
}

/** The value that stands for another one which version 2.24.0 cannot read. */
const nearest: { [Name in keyof Settings]?: (value: Settings[Name]) => Settings[Name] } = {
  homeLayout: (layout) => (layout === 'magazine' ? 'cards' : layout),
  navigation: withoutSubmenus,
  footerNavigation: withoutSubmenus,
};
/** Begins the names of the rows with the values themselves. */
const PREFIX = 'full.';
/** The most entries of a menu that version 2.24.0 reads. */
const MOST_ENTRIES = 20;

/**
 * The settings in these rows. The value itself counts as long as the one that stands for it is still stored: an instance
 * of an earlier version changes only the latter.
 */
export function readSettings(rows: readonly Row[]): Partial<Settings> {
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  for (const name of Object.keys(nearest)) {
    const { standIn, value } = JSON.parse(values.get(PREFIX + name) ?? '{}') as { standIn?: string; value?: unknown };
    if (standIn !== undefined && standIn === values.get(name)) values.set(name, JSON.stringify(value));
  }
  const own = Array.from(values).filter(([name]) => !name.startsWith(PREFIX));
  return Object.fromEntries(own.map(([name, value]) => [name, JSON.parse(value) as unknown]));
}

/** The rows of these settings, in the order in which all writers lock them. */
export function settingRows(changes: Partial<Settings>): Row[] {
  const rows = Object.entries(changes).flatMap(([name, value]) => {
    const near = nearest[name as keyof Settings] as ((value: unknown) => unknown) | undefined;
    const standIn = JSON.stringify(near ? near(value) : value);
    const row = { name, value: standIn };
    return near ? [row, { name: PREFIX + name, value: JSON.stringify({ standIn, value }) }] : [row];
  });
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A menu without submenus: in place of one stands its own link, or else its entries. */
function withoutSubmenus(menu: Navigation): Navigation {
  const entries = menu?.flatMap<NavigationEntry>((entry) => {
    if (!('children' in entry)) return [entry];
    const { label, url, children } = entry;
    return url === undefined ? children : [{ label, url }];
  });
  return entries?.slice(0, MOST_ENTRIES) ?? null;
}
