import type { PostItem, SourceItem } from '../importer.ts';
import { commentItem } from '../comment-item.ts';
import { plainTextOf } from '../html/plain-text.ts';
import { lineOf, textIn, timeIn, type XmlElement } from './xml-items.ts';

/** Whether an item of WordPress has comments that are imported. */
export function hasComments(item: XmlElement): boolean {
  return elementsIn(item).some((element) => whyNot(element) === undefined);
}

/**
 * The comments of an item of WordPress, each before its replies, oldest first. Pingbacks and trackbacks are left out.
 * Those of a protected post are pending: WordPress shows them with its password only.
 */
export function* commentsOf(item: XmlElement, post: PostItem['post']): Generator<SourceItem, void> {
  const comments = elementsIn(item)
    .map((element) => ({
      element,
      at: timeIn(element, 'wp:comment_date') ?? '',
      id: Number(textIn(element, 'wp:comment_id')),
    }))
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)) || one.id - other.id);
  const known = new Set<string>();
  for (const { element, at } of comments) {
    const id = textIn(element, 'wp:comment_id');
    const place = `comment ${id}`;
    const reason = whyNot(element);
    if (reason !== undefined) {
      yield { kind: 'skipped', place, reason };
      continue;
    }
    const parent = textIn(element, 'wp:comment_parent');
    const key = (one: string) => `${post.sourceKey}#comment-${one}`;
    const hasParent = known.has(parent);
    const isApproved = textIn(element, 'wp:comment_approved') === '1';
    known.add(id);
    yield commentItem(place, {
      sourceKey: key(id),
      post: post.sourceKey,
      // The parent may be in the trash, and older than its reply only by its number.
      parent: hasParent ? key(parent) : undefined,
      author: lineOf(textIn(element, 'wp:comment_author')),
      email: textIn(element, 'wp:comment_author_email'),
      content: plainTextOf(textIn(element, 'wp:comment_content')),
      created_at: at || undefined,
      status: isApproved && !post.protected ? 'approved' : 'pending',
    });
  }
}

function elementsIn(item: XmlElement): XmlElement[] {
  return item.children.filter(({ name }) => name === 'wp:comment');
}

function whyNot(element: XmlElement): string | undefined {
  const approved = textIn(element, 'wp:comment_approved');
  if (approved === 'spam' || approved.includes('trash'))
    return `It is ${approved === 'spam' ? 'spam' : 'in the trash'}.`;
  const type = textIn(element, 'wp:comment_type');
  return type === '' || type === 'comment' ? undefined : `It is a ${type} and not a comment.`;
}
