import type { Navigation, NavigationEntry } from '../../../routers/data/settings/navigation.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { localeFor, translate } from '../locales.ts';

/** An entry of a menu as templates show it; docs/themes.md describes it. */
export interface Link {
  label: string;
  /** Of a submenu without a link of its own, that of its first entry, for themes that show no submenus. */
  url: string;
  /** Whether it leads to the page that is shown. */
  here: boolean;
  /** The entries of a submenu, of which its own link is the first. */
  children?: Link[];
}

type Shown = Pick<Settings, 'language' | 'guestbookEnabled'>;

const defaultEntries = [{ page: 'archive' }, { page: 'guestbook' }, { page: 'search' }] as const;

/**
 * The entries of a menu, without those to a guestbook that is hidden.
 *
 * @param entries null for the default ones
 * @param values the variables of the page
 */
export function linksOf(site: Shown, entries: Navigation, values: Readonly<Record<string, unknown>>): Link[] {
  return (entries ?? defaultEntries).flatMap((entry) => {
    if (!('children' in entry)) return linkTo(site, entry, values);
    const { label, url, children } = entry;
    const own = url === undefined ? [] : [{ label, url }];
    const links = [...own, ...children].flatMap((child) => linkTo(site, child, values));
    const [first] = links;
    return first ? [{ label, url: first.url, here: links.some(({ here }) => here), children: links }] : [];
  });
}

function linkTo(
  { language, guestbookEnabled }: Shown,
  entry: Exclude<NavigationEntry, { children: unknown }>,
  { here, path }: Readonly<Record<string, unknown>>,
): Link[] {
  if (!('page' in entry)) return [{ label: entry.label, url: entry.url, here: entry.url === path }];
  const { page } = entry;
  if (page === 'guestbook' && !guestbookEnabled) return [];
  const own = 'label' in entry ? entry.label : undefined;
  return [{ label: own ?? translate(localeFor(language), `nav.${page}`), url: `/${page}`, here: here === page }];
}
