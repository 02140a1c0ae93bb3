import type { Failure } from '../../routers/errors.ts';
import { say, type Locale } from '../messages.ts';

/**
 * Why something was refused, in the site's language. What is not one of the usual things, the interface says in English
 * more exactly.
 *
 * @param retryAfter seconds
 */
export function sentenceOf(locale: Locale, { code, error }: Failure, retryAfter = 0): string {
  const key = `error.${code}`;
  if (key in locale.messages) return say(locale, key, { count: retryAfter });
  return locale.name === 'en' ? error : say(locale, 'error.other');
}
