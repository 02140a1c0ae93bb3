import type { Settings } from '../../../routers/settings/schemas.ts';
import { localeFor, say } from '../../messages.ts';

/** Says a message in the language of the site. */
export type Words = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** The messages by which a view names what it shows. */
export function wordsOf({ language }: Settings): Words {
  return say.bind(null, localeFor(language));
}

/**
 * What a page of several is called: no two of them the same.
 *
 * @param text what all of them are called; "" for nothing
 * @param page its number, which the first one does not say
 */
export function numbered(words: Words, text: string, page: number): string {
  return [text, page > 1 ? words('list.page', { page }) : ''].filter((part) => part !== '').join(' · ');
}
