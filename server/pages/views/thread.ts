import { plainText } from '../../../shared/plain-text.ts';
import { commentLengths } from '../../../shared/lengths.ts';
import { listComments } from '../../../routers/comments/read.ts';
import type { CommentShape } from '../../../routers/comments/schemas.ts';
import { isWithdrawn } from '../../../shared/withdrawn.ts';
import { valueOf, type PageRequest } from '../request.ts';

/** A comment with its replies, its texts as they were written. */
export interface Entry extends CommentShape {
  /** 1 for a comment, 2 for a reply to it, 3 for a reply to that. */
  depth: number;
  /** Whether its writer deleted it, and only its replies are there. */
  withdrawn: boolean;
  replies: Entry[];
}

/** Where a thread stands on the site. */
interface Place {
  /** The page that shows it. */
  path: string;
  /** The parameter of the page that holds the cursor of older comments. */
  parameter: string;
  newestFirst: boolean;
}

/** The comments of a post or section as a tree, and the form below them. */
export async function threadView(request: PageRequest, id: string, { path, parameter, newestFirst }: Place) {
  const { call } = request;
  const before = valueOf(request, parameter);
  const found = await listComments(call, id, before);
  const roots = treeOf(found.comments, newestFirst);
  const place = newestFirst ? id : 'comments';
  return {
    id,
    path,
    // The answer to a refused form is read from the form on.
    action: `/posts/${encodeURIComponent(id)}/comments#write-${encodeURIComponent(id)}`,
    open: (await call.settings.current()).commentsEnabled,
    total: found.total,
    comments: roots,
    ...(found.before && { older_path: `${path}?${parameter}=${found.before}#${place}` }),
    ...(before !== undefined && { newest_path: `${path}#${place}` }),
    form: formOf(request, id, found.comments),
  };
}

/** Replies stand under what they answer, the oldest first; one whose parent is not among these stands by itself. */
function treeOf(comments: readonly CommentShape[], newestFirst: boolean): Entry[] {
  const known = new Set(comments.map(({ id }) => id));
  const byParent = Map.groupBy(comments, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  );
  const entry = (comment: CommentShape, depth: number): Entry => ({
    ...comment,
    author: plainText(comment.author),
    content: plainText(comment.content),
    depth,
    withdrawn: isWithdrawn(comment),
    replies: (byParent.get(comment.id) ?? []).map((reply) => entry(reply, depth + 1)),
  });
  const roots = (byParent.get(null) ?? []).map((comment) => entry(comment, 1));
  const ordered = newestFirst ? roots.toReversed() : roots;
  return ordered.toSorted((a, b) => b.pinned - a.pinned);
}

function formOf(request: PageRequest, id: string, comments: readonly CommentShape[]) {
  const state = request.form?.thread === id ? request.form : undefined;
  const parentId = state?.parentId ?? valueOf(request, 'reply');
  const parent = comments.find((comment) => comment.id === parentId && !isWithdrawn(comment));
  const sent = valueOf(request, 'thread') === id ? valueOf(request, 'sent') : undefined;
  return {
    author: '',
    content: '',
    longest: commentLengths,
    ...state,
    ...(parent && { parent: { id: parent.id, author: plainText(parent.author) } }),
    ...(sent && { notice: `form.${sent}` }),
  };
}
