import { longest } from '../../../routers/comments/lengths.ts';
import { isInvisible } from '../../../routers/invisible.ts';

type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/**
 * What is wrong with a field of the form for comments, in the language of the page.
 *
 * @param otherwise what the interface says, for what is neither missing nor too long
 */
export function fieldProblem(say: Say, field: 'author' | 'content', value: string, otherwise: string): string {
  if (isInvisible(value)) return say('form.missing');
  const excess = [...value.trim().normalize()].length - longest[field];
  return excess > 0 ? say('form.tooLong', { count: excess }) : otherwise;
}
