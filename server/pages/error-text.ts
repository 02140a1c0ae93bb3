import type { Failure } from '../../routers/errors.ts';
import { translate, type Locale } from '../locales.ts';

/**
 * Why something was refused, in the site's language. What is not one of the usual things, the interface says in English
 * more exactly.
 *
 * @param retryAfter seconds
 */
export function sentenceOf(locale: Locale, { code, error }: Failure, retryAfter = 0): string {
  const key = `error.${code}`;
  if (key in locale.messages) return translate(locale, key, { count: retryAfter });
  return locale.name === 'en' ? error : translate(locale, 'error.other');
}
