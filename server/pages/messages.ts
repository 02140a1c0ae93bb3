import { readdirSync, readFileSync } from 'node:fs';

import type { Locale, Messages } from '../../client/site/scripts/say.ts';
import { baseLanguage } from './formats.ts';

export { say, type Locale } from '../../client/site/scripts/say.ts';

const folder = new URL('../../client/site/locales/', import.meta.url);

/** The languages that the site speaks: one file each. */
export const locales: readonly Locale[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    name: file.replace('.json', ''),
    messages: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Messages,
  }));

/**
 * The locale for a language tag: the same tag, else one of the same language, else English.
 *
 * @param language a language tag (BCP 47) such as `de-AT`
 */
export function localeFor(language: string): Locale {
  const same = locales.find(({ name }) => name === language);
  const close = locales.find(({ name }) => baseLanguage(name) === baseLanguage(language));
  return same ?? close ?? locales.find(({ name }) => name === 'en')!;
}
