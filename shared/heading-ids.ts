import { idPrefix } from './allowed-html.ts';
import type { UniqueId } from './unique-ids.ts';

/** Ids of the pages that show posts. */
export const pageIds: ReadonlySet<string> = new Set([
  'root',
  'content',
  'comments',
  'comments-title',
  'related',
  'post-password',
  'subscribe',
  'subscribe-email',
  'subscribe-help',
  'q',
]);

/**
 * The id of a heading: without the prefix of ids in HTML, so that links from elsewhere to headings work, and with a
 * number if the page or the text has it.
 *
 * @param wanted derived from its text, or written after it
 * @param uniqueId of the text, which numbers ids with the prefix
 */
export function headingId(wanted: string, uniqueId: UniqueId): string {
  const name = wanted.replace(oldFragment, '') || 'section';
  for (;;) {
    const id = uniqueId(idPrefix + name).slice(idPrefix.length);
    if (!pageIds.has(id)) return id;
  }
}

/** The prefix in links to headings of 2.17 and earlier. */
export const oldFragment = new RegExp(`^(?:${idPrefix})+`);
