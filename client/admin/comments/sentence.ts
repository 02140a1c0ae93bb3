import type { Translations } from '../translations/en/en.ts';
import { plural, interpolate } from '../translations/interpolate.ts';
import type { Done } from './undo.ts';

/** What was done, in words; of a deletion also how many replies go with it. */
export function sentenceOf({ deed, count, replies = 0 }: Done, { comments }: Translations, language: string): string {
  const done = plural(comments.done[deed], count, language);
  if (replies === 0) return done;
  const more =
    replies === 'unknown'
      ? plural(comments.withItsReplies, count, language)
      : plural(comments.withReplies, replies, language);
  return interpolate(more, { done });
}
