import type { ImportComment } from '../../index.ts';
import { commentItem } from '../comment-item.ts';
import { htmlToPlainText } from '../html/plain-text.ts';
import type { PostItem, SourceItem } from '../importer.ts';
import { parentsFirst } from '../parents-first.ts';
import { CIRCLE, NO_ID } from '../threads.ts';
import { refuseItem, Unfit } from '../unfit.ts';
import { htmlToLine, childText, childTime, type XmlElement } from './xml-items.ts';

const ID = 'wp:comment_id';

type CommentedPost = Pick<PostItem['post'], 'sourceKey' | 'protected'>;

interface Comment {
  element: XmlElement;
  id: string;
  parent: string;
  at: string;
}

/** Whether an item of WordPress has comments that are imported. */
export function hasComments(item: XmlElement): boolean {
  return elementsIn(item).some((element) => whyNot(element) === undefined);
}

/**
 * The comments of an item of WordPress, oldest first, but each before its replies. Pingbacks and trackbacks are left out.
 * Those of a protected post are pending: WordPress shows them with its password only.
 */
export function* readComments(item: XmlElement, post: CommentedPost): Generator<SourceItem, void> {
  const comments = elementsIn(item).map(readComment).toSorted(byTime);
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const passed = new Set<Comment>();
  const sent = new Set<Comment>();
  for (const comment of parentsFirst(comments, ({ parent }) => byId.get(parent))) {
    const place = `comment ${comment.id}`;
    const parent = byId.get(comment.parent);
    const isInCircle = parent !== undefined && !passed.has(parent);
    passed.add(comment);
    const reason = whyNot(comment.element);
    if (reason !== undefined) {
      yield { kind: 'skipped', place, reason };
      continue;
    }
    try {
      // The parent may be in the trash, or refused.
      const key = parent && sent.has(parent) ? commentKey(post, parent.id) : undefined;
      yield commentItem(place, toComment(comment, key, post));
    } catch (error) {
      yield refuseItem(place, error);
      continue;
    }
    sent.add(comment);
    if (isInCircle) yield { kind: 'notes', place, reason: CIRCLE };
  }
}

function readComment(element: XmlElement, at: number): Comment {
  return {
    element,
    // It is refused then.
    id: childText(element, ID) || `#${at + 1}`,
    parent: childText(element, 'wp:comment_parent'),
    at: childTime(element, 'wp:comment_date') ?? '',
  };
}

function byTime(one: Comment, other: Comment): number {
  return (one.at < other.at ? -1 : Number(one.at > other.at)) || Number(one.id) - Number(other.id);
}

/** @throws Unfit */
function toComment({ element, id, at }: Comment, parent: string | undefined, post: CommentedPost): ImportComment {
  if (childText(element, ID) === '') throw new Unfit(NO_ID);
  const isApproved = childText(element, 'wp:comment_approved') === '1';
  return {
    sourceKey: commentKey(post, id),
    post: post.sourceKey,
    parent,
    author: htmlToLine(childText(element, 'wp:comment_author')),
    email: childText(element, 'wp:comment_author_email'),
    content: htmlToPlainText(childText(element, 'wp:comment_content')),
    created_at: at || undefined,
    status: isApproved && !post.protected ? 'approved' : 'pending',
  };
}

function commentKey({ sourceKey }: CommentedPost, id: string): string {
  return `${sourceKey}#comment-${id}`;
}

function elementsIn(item: XmlElement): XmlElement[] {
  return item.children.filter(({ name }) => name === 'wp:comment');
}

function whyNot(element: XmlElement): string | undefined {
  const approved = childText(element, 'wp:comment_approved');
  if (approved === 'spam' || approved.includes('trash'))
    return `It is ${approved === 'spam' ? 'spam' : 'in the trash'}.`;
  const type = childText(element, 'wp:comment_type');
  return type === '' || type === 'comment' ? undefined : `It is a ${type} and not a comment.`;
}
