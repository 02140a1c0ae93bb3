import type { Failure } from '../../../routers/base/errors.ts';
import { translate, type Locale } from '../locales.ts';

/**
 * The sentence of an error in the language of the site. For codes without a translation it is the message of the error
 * in English, and a general sentence in other languages.
 *
 * @param retryAfter seconds
 */
export function errorSentence(locale: Locale, { code, error }: Failure, retryAfter = 0): string {
  const key = `error.${code}`;
  if (key in locale.messages) return translate(locale, key, { count: retryAfter });
  return locale.name === 'en' ? error : translate(locale, 'error.other');
}
