import { isInvisible } from '../../shared/invisible.ts';
import type { ImportComment } from '../index.ts';
import type { SourceItem } from './importer.ts';

/** Why replies have an empty comment above them. */
const PLACE = 'It has no text: an empty place keeps its replies together.';
/** Why a comment is not imported. */
const NO_TEXT = 'It has no text, and no reply.';

type CommentItem = Extract<SourceItem, { kind: 'comment' }>;

/**
 * Makes comments without a visible character empty places, like deleted ones, before the first reply to them. Those
 * without a reply are skipped, after everything else. Both are reported. Places that are empty in the source, without an
 * author, stay.
 *
 * @param items each comment before its replies
 */
export async function* withEmptyPlaces(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem, void> {
  const waiting = new Map<string, CommentItem>();

  /** The comments above a reply that wait, the first of the thread first. */
  function takeAbove(reply: CommentItem): CommentItem[] {
    const taken: CommentItem[] = [];
    for (let above = waitingAbove(reply); above; above = waitingAbove(above)) {
      waiting.delete(above.comment.sourceKey);
      taken.push(above);
    }
    return taken.reverse();
  }

  function waitingAbove({ comment: { parent } }: CommentItem): CommentItem | undefined {
    return parent === undefined ? undefined : waiting.get(parent);
  }

  for await (const item of items) {
    if (item.kind !== 'comment') {
      yield item;
      continue;
    }
    const { author, content, sourceKey } = item.comment;
    if (isInvisible(content) && author !== '') {
      waiting.set(sourceKey, item);
      continue;
    }
    for (const above of takeAbove(item)) {
      yield { ...above, comment: emptied(above.comment) };
      yield { kind: 'notes', place: above.place, reason: PLACE };
    }
    yield item;
  }
  for (const { place } of waiting.values()) yield { kind: 'skipped', place, reason: NO_TEXT };
}

/** Removes everything about its author. */
function emptied(comment: ImportComment): ImportComment {
  const { status: _status, owner: _owner, email: _email, ...place } = comment;
  return { ...place, author: '', content: '' };
}
