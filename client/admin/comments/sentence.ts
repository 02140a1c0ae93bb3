import type { Translations } from '../translations/en/en.ts';
import { plural, interpolate } from '../translations/interpolate.ts';
import type { Done } from './undo.ts';

/** The message about an action; a deletion includes the number of replies. */
export function sentenceOf({ deed, count, replies = 0 }: Done, { comments }: Translations, language: string): string {
  const done = plural(comments.done[deed], count, language);
  if (replies === 0) return done;
  const more =
    replies === 'unknown'
      ? plural(comments.withItsReplies, count, language)
      : plural(comments.withReplies, replies, language);
  return interpolate(more, { done });
}
