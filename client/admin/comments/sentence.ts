import type { Words } from '../words/en/en.ts';
import { counted, fill } from '../words/fill.ts';
import type { Done } from './undo.ts';

/** What was done, in words; of a deletion also how many replies go with it. */
export function sentenceOf({ deed, count, replies = 0 }: Done, { comments }: Words, language: string): string {
  const done = counted(comments.done[deed], count, language);
  if (replies === 0) return done;
  const more =
    replies === 'unknown'
      ? counted(comments.withItsReplies, count, language)
      : counted(comments.withReplies, replies, language);
  return fill(more, { done });
}
