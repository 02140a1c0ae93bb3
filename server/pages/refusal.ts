import type { Failure } from '../../routers/errors.ts';
import { say, type Locale } from './messages.ts';

/**
 * Why something was refused, in the site's language where it is one of the usual things; else in the words of the
 * interface.
 *
 * @param retryAfter seconds
 */
export function sentenceOf(locale: Locale, { code, error }: Failure, retryAfter = 0): string {
  const key = `error.${code}`;
  return key in locale.messages ? say(locale, key, { count: retryAfter }) : error;
}
