import { readdirSync, readFileSync } from 'node:fs';

import { remembered } from '../client/site/scripts/formats.ts';
import type { Locale, Messages } from '../client/site/scripts/say.ts';

export { say, type Locale } from '../client/site/scripts/say.ts';

const folder = new URL('../client/site/locales/', import.meta.url);

let known: readonly Locale[] | undefined;

/** The languages that the site speaks: one file each. Read when they are asked for: many commands say nothing of them. */
export function locales(): readonly Locale[] {
  known ??= readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: file.replace('.json', ''),
      messages: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Messages,
    }));
  return known;
}

/**
 * The locale for a language tag: the same tag, else one of the same language, else English.
 *
 * @param language a language tag (BCP 47) such as `de-AT`
 */
export function localeFor(language: string): Locale {
  const same = locales().find(({ name }) => name === language);
  const close = locales().find(({ name }) => baseLanguage(name) === baseLanguage(language));
  return same ?? close ?? locales().find(({ name }) => name === 'en')!;
}

/** The language of a tag, without script and region: `zh` of `zh-CN`. */
export function baseLanguage(language: string): string {
  return parsed(language).language;
}

const parsed = remembered((language) => new Intl.Locale(language));
