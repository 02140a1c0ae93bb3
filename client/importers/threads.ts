import { commentItem } from './comment-item.ts';
import type { SourceItem } from './importer.ts';

/** A comment in the export of a comment system. */
export interface SourceComment {
  /** Identifies it among all comments of the system. */
  id: string;
  /** The id of the comment that it replies to. */
  parent?: string | undefined;
  /** The URL under which it was written; "" if the export does not say it. */
  url: string;
  author: string;
  email?: string | undefined;
  /** Plain text. */
  content: string;
  createdAt?: string | undefined;
  status: 'approved' | 'pending' | 'deleted';
  /** Why it is not imported. */
  skipBecause?: string | undefined;
}

/**
 * The comments of a comment system, oldest first, but each before its replies. Deleted comments with replies become
 * empty places, others are skipped. Replies to a comment that is skipped belong to the one above.
 *
 * @param system the prefix of the source keys
 */
export function* itemsOfThreads(system: string, comments: readonly SourceComment[]): Generator<SourceItem, void> {
  const sorted = comments.toSorted((one, other) => compare(one.createdAt ?? '', other.createdAt ?? ''));
  const byId = new Map(sorted.map((comment) => [comment.id, comment]));
  const kept = new Set(sorted.filter((comment) => whyNot(comment) === undefined && comment.status !== 'deleted'));
  for (const comment of kept) {
    // Ancestors that are added are visited as well.
    const parent = parentIn(byId, comment);
    if (parent?.status === 'deleted' && whyNot(parent) === undefined) kept.add(parent);
  }
  const done = new Set<SourceComment>();
  const sent = new Set<SourceComment>();
  for (const comment of sorted) yield* withParents(comment);

  function* withParents(comment: SourceComment): Generator<SourceItem, void> {
    const waiting: SourceComment[] = [];
    for (let one: SourceComment | undefined = comment; one && !done.has(one); one = parentIn(byId, one)) {
      done.add(one);
      waiting.push(one);
    }
    for (const one of waiting.toReversed()) yield itemOf(one);
  }

  function itemOf(comment: SourceComment): SourceItem {
    const { id, url, author, email, content, createdAt, status } = comment;
    const place = `comment ${id}`;
    if (!kept.has(comment)) return { kind: 'skipped', place, reason: whyNot(comment) ?? 'It is deleted.' };
    // In a circle, the first one replies to none.
    const above = keptAbove(comment);
    const parent = above && sent.has(above) ? above : undefined;
    sent.add(comment);
    const key = { sourceKey: `${system}:${id}`, ...(parent && { parent: `${system}:${parent.id}` }) };
    const fields = { ...key, post: url, created_at: createdAt };
    if (status === 'deleted') {
      return { kind: 'comment', place, thread: url, comment: { ...fields, author: '', content: '' } };
    }
    return commentItem(place, { ...fields, author, email, content, status }, url);
  }

  function keptAbove(comment: SourceComment): SourceComment | undefined {
    const seen = new Set([comment]);
    let above = parentIn(byId, comment);
    while (above && !kept.has(above) && !seen.has(above)) {
      seen.add(above);
      above = parentIn(byId, above);
    }
    return above && kept.has(above) && above !== comment ? above : undefined;
  }
}

function parentIn(byId: ReadonlyMap<string, SourceComment>, { parent, url }: SourceComment): SourceComment | undefined {
  const found = parent === undefined ? undefined : byId.get(parent);
  return found?.url === url ? found : undefined;
}

function whyNot({ skipBecause, url }: SourceComment): string | undefined {
  return skipBecause ?? (url === '' ? 'The export does not say on which page it was written.' : undefined);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** A time in UTC; undefined if it is none. */
export function timeIn(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
