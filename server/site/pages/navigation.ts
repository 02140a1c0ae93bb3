import type { Navigation } from '../../../routers/data/settings/navigation.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { localeFor, translate } from '../locales.ts';

/** A link of a menu as templates show it; docs/themes.md describes it. */
export interface Link {
  label: string;
  url: string;
  /** Whether it leads to the page that is shown. */
  here: boolean;
}

type Shown = Pick<Settings, 'language' | 'guestbookEnabled'>;

const defaultEntries = [{ page: 'archive' }, { page: 'guestbook' }, { page: 'search' }] as const;

/**
 * The links of a menu, without those to a guestbook that is hidden.
 *
 * @param entries null for the default ones
 * @param values the variables of the page
 */
export function linksOf(
  { language, guestbookEnabled }: Shown,
  entries: Navigation,
  { here, path }: Readonly<Record<string, unknown>>,
): Link[] {
  const locale = localeFor(language);
  return (entries ?? defaultEntries).flatMap((entry): Link[] => {
    if (!('page' in entry)) return [{ label: entry.label, url: entry.url, here: entry.url === path }];
    const { page } = entry;
    if (page === 'guestbook' && !guestbookEnabled) return [];
    const own = 'label' in entry ? entry.label : undefined;
    return [{ label: own ?? translate(locale, `nav.${page}`), url: `/${page}`, here: here === page }];
  });
}
