import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import type { Translate } from '../../../../shared/translate.ts';
import { localeFor, translate } from '../../locales.ts';

/** Translates into the language of the site. */
export function translator({ language }: Settings): Translate {
  return translate.bind(null, localeFor(language));
}

/**
 * The title of one page of several, unique for each page.
 *
 * @param text the title of the list; "" for none
 * @param page appended unless it is 1
 */
export function titleWithPage(t: Translate, text: string, page: number): string {
  return [text, page > 1 ? t('list.page', { page }) : ''].filter((part) => part !== '').join(' · ');
}

/** The description of a page without text: its title, and the description of the site. */
export function describedBySite({ description, title }: Settings, ownTitle: string): string {
  return [ownTitle, description || title].filter((part) => part !== '').join(' · ');
}
