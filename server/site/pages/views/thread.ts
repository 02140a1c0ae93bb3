import { plainText } from '../../../../shared/plain-text.ts';
import { initialsOf, toneOf } from '../../../../shared/initials.ts';
import { commentLengths } from '../../../../shared/lengths.ts';
import { isSection } from '../../../../routers/comments/thread.ts';
import { withHtml } from '../../../../routers/comments/markdown/html.ts';
import { getComment, listComments } from '../../../../routers/comments/read.ts';
import { isNotFound } from '../../../../routers/base/errors.ts';
import type { CommentShape } from '../../../../routers/comments/answers.ts';
import { existingId } from '../../../../routers/base/schemas.ts';
import { isWithdrawn } from '../../../../shared/withdrawn.ts';
import { commentFeedPath } from '../../../process/paths.ts';
import { WEBMENTION_PATH } from '../../../http/webmention-path.ts';
import { queryValue, type PageRequest } from '../request.ts';

/** A comment with its replies, and its texts unescaped. */
export interface Entry extends CommentShape {
  /** 1 for a comment, 2 for a reply to it, 3 for a reply to that. */
  depth: number;
  /** The letters and the colour that stand for its author. */
  initials: string;
  tone: number;
  /** Whether its author deleted it, which leaves only its replies. */
  withdrawn: boolean;
  replies: Entry[];
}

/** The location of a thread on the site. */
interface Location {
  /** The path of its page. */
  path: string;
  /** The query parameter with the cursor of older comments. */
  parameter: string;
  newestFirst: boolean;
  /** The comments of a page; default: the most. */
  limit?: number;
}

/** The comment tree of a post or section, and its form. */
export async function threadView(request: PageRequest, id: string, { path, parameter, newestFirst, limit }: Location) {
  const { call } = request;
  const before = queryValue(request, parameter);
  const page = await listComments(call, id, { before, ...(limit !== undefined && { limit }) });
  const roots = treeOf(await withHtml(call, page.comments, { include: ['html'] }), newestFirst);
  const fragment = newestFirst ? id : 'comments';
  const { commentsEnabled, commentMarkdown, siteUrl, webmentions } = await call.settings.current();
  const isOpen = commentsEnabled && !page.closed;
  const takesWebmentions = !isSection(id) && webmentions && isOpen && siteUrl !== '';
  if (takesWebmentions) call.reply.takesWebmentions = true;
  return {
    id,
    path,
    // A failed submission scrolls to the form.
    action: `/posts/${encodeURIComponent(id)}/comments#write-${encodeURIComponent(id)}`,
    open: isOpen,
    takes_markdown: commentMarkdown,
    ...(takesWebmentions && { webmention_path: WEBMENTION_PATH }),
    ...(!isSection(id) && { feed_path: commentFeedPath(id) }),
    offers_mail: call.policy.offersMail && siteUrl !== '',
    total: page.total,
    comments: roots,
    ...(page.before && { older_path: `${path}?${parameter}=${page.before}#${fragment}` }),
    ...(before !== undefined && { newest_path: `${path}#${fragment}` }),
    form: await formOf(request, id, page.comments),
  };
}

/** Nests replies under their parents, the oldest first; a reply without its parent becomes a root. */
function treeOf(comments: readonly CommentShape[], newestFirst: boolean): Entry[] {
  const known = new Set(comments.map(({ id }) => id));
  const byParent = Map.groupBy(comments, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  );
  const entry = (comment: CommentShape, depth: number): Entry => ({
    ...comment,
    author: plainText(comment.author),
    content: plainText(comment.content),
    initials: initialsOf(plainText(comment.author)),
    tone: toneOf(plainText(comment.author)),
    depth,
    withdrawn: isWithdrawn(comment),
    replies: (byParent.get(comment.id) ?? []).map((reply) => entry(reply, depth + 1)),
  });
  const roots = (byParent.get(null) ?? []).map((comment) => entry(comment, 1));
  const ordered = newestFirst ? roots.toReversed() : roots;
  return ordered.toSorted((a, b) => b.pinned - a.pinned);
}

async function formOf(request: PageRequest, id: string, comments: readonly CommentShape[]) {
  const state = request.form?.thread === id ? request.form : undefined;
  const parentId = state?.parentId ?? queryValue(request, 'reply');
  const parent = comments.find((comment) => comment.id === parentId) ?? (await commentElsewhere(request, id, parentId));
  const sent = queryValue(request, 'thread') === id ? queryValue(request, 'sent') : undefined;
  return {
    author: '',
    content: '',
    email: '',
    longest: commentLengths,
    ...state,
    ...(parent && !isWithdrawn(parent) && { parent: { id: parent.id, author: plainText(parent.author) } }),
    ...(sent && { notice: `form.${sent}` }),
  };
}

/** A comment that is on another page; undefined if there is none. */
async function commentElsewhere({ call }: PageRequest, id: string, commentId: string | undefined) {
  const { data } = existingId.safeParse(commentId);
  if (data === undefined) return undefined;
  return getComment(call, id, data).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
    return undefined;
  });
}
