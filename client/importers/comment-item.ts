import { isInvisible } from '../../shared/invisible.ts';
import { commentLengths } from '../../shared/lengths.ts';
import type { ImportComment } from '../index.ts';
import type { SourceItem } from './importer.ts';

/** The name of an author without one. */
const NOBODY = 'Anonymous';

/**
 * A comment of an export, whose author has a name that fits.
 *
 * @param thread the URL under which it was written, if its post is not in the export
 */
export function commentItem(place: string, comment: ImportComment, thread?: string): SourceItem {
  const start = comment.author.trim().slice(0, 2 * commentLengths.author);
  const name = Array.from(start).slice(0, commentLengths.author).join('');
  const author = isInvisible(name) ? NOBODY : name;
  return { kind: 'comment', place, comment: { ...comment, author }, thread };
}
