import { utcTime } from '../../shared/dates.ts';
import { postFields } from '../../shared/post-fields.ts';
import { shorten } from '../../shared/shorten.ts';
import { commentItem } from './comment-item.ts';
import { htmlToPlainText } from './html/plain-text.ts';
import type { SourceItem } from './importer.ts';
import { parentsFirst } from './parents-first.ts';
import { describeReason } from './unfit.ts';

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
  /** The title of the page, if the export says it. */
  title?: string | undefined;
  /** Plain text, or Markdown. */
  content: string;
  isMarkdown?: boolean;
  /** Whether the owner of the site wrote it. */
  isOwner?: boolean;
  createdAt?: string | undefined;
  status: 'approved' | 'pending' | 'deleted';
  /** Why it is not imported. */
  skipBecause?: string | undefined;
  /** Why it cannot be imported, and how to mend it. */
  refuseBecause?: string | undefined;
}

/** Why a comment has a note. */
export const CIRCLE =
  'Its parents go in a circle, so it replies to none: correct its parent in the export if it matters.';

/** Why a comment is refused. */
export const NO_ID = 'Its id is missing.';

/** The text of a comment that is HTML, or why it cannot be converted. */
export function readContent(html: string): Pick<SourceComment, 'content' | 'refuseBecause'> {
  try {
    return { content: htmlToPlainText(html) };
  } catch (error) {
    return { content: '', refuseBecause: describeReason(error) };
  }
}

/** The name of an author that is HTML; "" if it is none. */
export function readName(html: string): string {
  try {
    return htmlToPlainText(html.slice(0, LONGEST_NAME));
  } catch {
    return '';
  }
}

const LONGEST_NAME = 1000;

/**
 * The comments of a comment system, oldest first, but each before its replies. Deleted comments with replies become
 * empty places, others are skipped. Replies to a comment that is skipped or refused belong to the one above.
 *
 * @param system the prefix of the source keys
 */
export function* itemsOfThreads(system: string, comments: readonly SourceComment[]): Generator<SourceItem, void> {
  const sorted = comments.map(withId).toSorted((one, other) => compare(one.createdAt ?? '', other.createdAt ?? ''));
  const byId = new Map(sorted.map((comment) => [comment.id, comment]));
  const kept = new Set(sorted.filter((comment) => whyNot(comment) === undefined && comment.status !== 'deleted'));
  for (const comment of kept) {
    // Ancestors that are added are visited as well.
    const parent = parentIn(byId, comment);
    if (parent?.status === 'deleted' && whyNot(parent) === undefined) kept.add(parent);
  }
  const sent = new Set<SourceComment>();
  const shortcuts = new Map<SourceComment, SourceComment | undefined>();
  for (const comment of parentsFirst(sorted, (one) => parentIn(byId, one))) yield* itemsOf(comment);

  function* itemsOf(comment: SourceComment): Generator<SourceItem, void> {
    const place = `comment ${comment.id}`;
    if (comment.refuseBecause !== undefined && comment.skipBecause === undefined) {
      yield { kind: 'refused', place, reason: comment.refuseBecause };
      return;
    }
    if (!kept.has(comment)) {
      yield { kind: 'skipped', place, reason: whyNot(comment) ?? 'It is deleted.' };
      return;
    }
    // In a circle, the first one replies to none.
    const above = keptAbove(comment);
    const parent = above && sent.has(above) ? above : undefined;
    sent.add(comment);
    yield toItem(comment, place, parent);
    if (above && !parent) yield { kind: 'notes', place, reason: CIRCLE };
  }

  function toItem(comment: SourceComment, place: string, parent: SourceComment | undefined): SourceItem {
    const { id, url, title, author, email, content, createdAt, status, isMarkdown = false, isOwner = false } = comment;
    const key = { sourceKey: `${system}:${id}`, ...(parent && { parent: `${system}:${parent.id}` }) };
    const fields = {
      ...key,
      post: url,
      created_at: createdAt,
      ...(title !== undefined && { title: shorten(title, postFields.title.max) }),
      ...(isMarkdown && { markdown: true }),
      ...(isOwner && { owner: true }),
    };
    if (status === 'deleted') {
      return { kind: 'comment', place, thread: url, comment: { ...fields, author: '', content: '' } };
    }
    return commentItem(place, { ...fields, author, email, content, status }, url);
  }

  function keptAbove(comment: SourceComment): SourceComment | undefined {
    const passed = new Set<SourceComment>();
    let above = parentIn(byId, comment);
    while (above && !kept.has(above) && !passed.has(above)) {
      passed.add(above);
      above = shortcuts.has(above) ? shortcuts.get(above) : parentIn(byId, above);
    }
    const found = above && kept.has(above) ? above : undefined;
    // So that a long chain of comments that are left out is passed once.
    for (const one of passed) shortcuts.set(one, found);
    return found;
  }
}

/** Comments without an id would take the place of one another: they are refused, and named by their number. */
function withId(comment: SourceComment, at: number): SourceComment {
  return comment.id === '' ? { ...comment, id: `#${at + 1}`, refuseBecause: NO_ID } : comment;
}

function parentIn(byId: ReadonlyMap<string, SourceComment>, { parent, url }: SourceComment): SourceComment | undefined {
  const found = parent === undefined ? undefined : byId.get(parent);
  return found?.url === url ? found : undefined;
}

function whyNot({ skipBecause, refuseBecause, url }: SourceComment): string | undefined {
  return (
    skipBecause ?? refuseBecause ?? (url === '' ? 'The export does not say on which page it was written.' : undefined)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** A time in UTC; undefined if it is none. */
export function readTime(text: string): string | undefined {
  return utcTime(Date.parse(text));
}
