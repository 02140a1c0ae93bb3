import type { Translations } from '../translations/en/en.ts';
import { plural, interpolate } from '../translations/interpolate.ts';
import { UNDO_TIMEOUT_MS } from '../deletions/pending.ts';
import type { Done } from './undo.ts';

/** The message about an action; a deletion includes the number of replies. */
export function sentenceOf({ deed, count, replies = 0 }: Done, t: Translations, language: string): string {
  const { comments, common, dashboard } = t;
  const done =
    deed === 'deleted'
      ? interpolate(plural(common.deleting, UNDO_TIMEOUT_MS / 1000, language), {
          what: plural(dashboard.commentCount, count, language),
        })
      : plural(comments.done[deed], count, language);
  if (replies === 0) return done;
  const more =
    replies === 'unknown'
      ? plural(comments.withItsReplies, count, language)
      : plural(comments.withReplies, replies, language);
  return interpolate(more, { done });
}
