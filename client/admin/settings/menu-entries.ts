import type { Settings } from '../../index.ts';
import { isInvisible } from '../../../shared/invisible.ts';
import { hasCredentials, isLinkTarget } from '../../../shared/link-targets.ts';
import { formatMessage } from '../translations/format-message.ts';
import type { Translations } from '../translations/catalog.ts';

/** The maximum numbers of entries (docs/interface.md, S3, and the table of settings). */
export const maxEntries: Record<MenuName, number> = { navigation: 20, footerNavigation: 20, authorLinks: 10 };
const MAX_LABEL = 60;
const MAX_URL = 2000;

/** One entry of a menu. */
export type MenuEntry = NonNullable<Settings['navigation']>[number];

/** One that is no submenu. */
export type MenuLeaf = Exclude<MenuEntry, { children: unknown }>;

/** The names of the settings that are lists of links. */
export type MenuName = 'navigation' | 'footerNavigation' | 'authorLinks';

/** The default menus, which the site shows while the setting is null. */
export const usualMenus: Record<MenuName, readonly MenuEntry[]> = {
  navigation: [{ page: 'archive' }, { page: 'guestbook' }, { page: 'search' }],
  footerNavigation: [
    { label: 'RSS', url: '/feed.xml' },
    { label: 'Atom', url: '/atom.xml' },
    { label: 'JSON Feed', url: '/feed.json' },
  ],
  authorLinks: [],
};

/** The errors of an entry by field, as the service would find them. */
export function entryProblems(entry: MenuEntry, t: Translations): Partial<Record<'label' | 'url', string>> {
  const { label = '' } = entry;
  const { length } = [...label.trim()];
  const isNameless = isInvisible(label) && (!('page' in entry) || label.trim() !== '');
  const tooLong = length > MAX_LABEL ? formatMessage(t.settings.tooLong, { most: MAX_LABEL, length }) : undefined;
  const found = isNameless ? t.settings.required : tooLong;
  const target = 'url' in entry && entry.url !== undefined ? urlProblem(entry.url.trim(), t) : undefined;
  return { ...(found && { label: found }), ...(target && { url: target }) };
}

function urlProblem(url: string, t: Translations): string | undefined {
  if (url === '') return t.settings.required;
  if (url.length > MAX_URL) return formatMessage(t.settings.tooLong, { most: MAX_URL, length: url.length });
  if (!isLinkTarget(url)) return t.menu.noUrl;
  return hasCredentials(url) ? t.settings.revealsPassword : undefined;
}

/** The first error of a menu; undefined if it has none. */
export function menuProblem(entries: Settings['navigation'], t: Translations): string | undefined {
  return entries?.flatMap((entry) => [
    ...Object.values(entryProblems(entry, t)),
    ...('children' in entry ? problemsInside(entry.children, t) : []),
  ])[0];
}

function problemsInside(children: readonly MenuLeaf[], t: Translations): string[] {
  if (children.length === 0) return [t.menu.none];
  return children.flatMap((child) => Object.values(entryProblems(child, t)));
}

/** The list with one entry moved to another place. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, list[from]!);
}
