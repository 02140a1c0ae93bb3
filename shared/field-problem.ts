import { isInvisible } from './invisible.ts';
import { commentLengths } from './lengths.ts';
import type { Translate } from './translate.ts';

/**
 * The error message of a field of the comment form, in the language of the page.
 *
 * @param fallback the service's own message, for a name or text that is neither empty nor too long
 */
export function fieldProblem(
  t: Translate,
  field: 'author' | 'content' | 'email',
  value: string,
  fallback: string,
): string {
  if (field === 'email') return t('form.noEmail');
  if (isInvisible(value)) return t('form.missing');
  const excess = [...value.trim().normalize()].length - commentLengths[field];
  return excess > 0 ? t('form.tooLong', { count: excess }) : fallback;
}
