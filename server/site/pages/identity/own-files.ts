import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import { makeFile, type File } from '../../../http/files.ts';
import { FAVICON, type Files } from '../assets.ts';
import { accentAt } from './accents.ts';
import { openFonts } from './fonts.ts';
import type { Icons } from './icons.ts';
import { CURRENT_STYLES, OWN_STYLES, ownStyles, type OwnStyles } from './styles.ts';

/**
 * Finds the files that depend on the settings: the style sheet and the icons of the owner, and fonts.
 *
 * @param current the settings in force
 * @param others finds all other files
 */
export function withOwnFiles(current: () => Promise<Settings>, icons: Icons, others: Files): Files {
  const fonts = openFonts();
  const compressed = new WeakMap<OwnStyles, Promise<File>>();

  /** Older pages, such as those of a CDN, link to an older file: they get the current one, which is not cached. */
  async function stylesAt(path: string): Promise<File | undefined> {
    const styles = ownStyles(await current());
    if (!styles) return undefined;
    const file = compressed.get(styles) ?? makeFile('own.css', Buffer.from(styles.css), 'always');
    compressed.set(styles, file);
    return path === styles.path ? file : { ...(await file), lasting: 'never' };
  }

  /** Empty while all settings have their defaults, so that the app need not know. */
  async function currentStyles(): Promise<File> {
    return (await stylesAt(CURRENT_STYLES)) ?? makeFile('own.css', Buffer.alloc(0), 'never');
  }

  async function favicon(): Promise<File | undefined> {
    const { icon } = await current();
    return icon === '' ? undefined : icons.make(icon, 192);
  }

  return async (path) => {
    if (path === FAVICON) return (await favicon()) ?? others(path);
    if (!path.startsWith('/assets/')) return others(path);
    if (path === CURRENT_STYLES) return currentStyles();
    if (OWN_STYLES.test(path)) return stylesAt(path);
    return (
      (await accentAt(path)) ?? (await fonts(path)) ?? (await icons.find(path, (await current()).icon)) ?? others(path)
    );
  };
}
