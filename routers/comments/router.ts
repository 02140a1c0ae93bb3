import { isThreadId } from '../../shared/thread-address.ts';
import { removeEmptyThreads } from './begin-thread.ts';
import { threadTags } from './cache-tags.ts';
import type { CallContext } from '../core/context.ts';
import { administratorOrKey, publicRead, publicWrite, rest, router } from '../core/procedures.ts';
import { countComments } from './counts.ts';
import { likeComment } from './like.ts';
import { withHtml } from './markdown/html.ts';
import { deleteComment, moderateComment, moderateMany } from './moderate.ts';
import { deleteOwnComment, editOwnComment } from './own.ts';
import { listAllComments } from './read-all.ts';
import { getComment, listComments } from './read.ts';
import { replyAsOwner } from './reply.ts';
import {
  changed,
  commentList,
  counts,
  deleted,
  liked,
  oneComment,
  submitted,
  titledList,
  type CommentShape,
} from './answers.ts';
import {
  adminListInput,
  bulkInput,
  countsInput,
  editInput,
  getInput,
  idInput,
  listInput,
  moderateInput,
  ownInput,
  replyInput,
  submitInput,
  type CommentInput,
} from './schemas.ts';
import { submitComment } from './submit.ts';

export const commentsRouter = router({
  list: publicRead
    .meta(
      rest(
        'GET',
        '/api/posts/{id}/comments',
        'List the comments on a post or in a section of the guestbook, oldest first',
        {
          description:
            "The newest 300 approved comments, oldest first, with the cursor `before` for older ones; `sort` and `limit` change that. With receipts also the visitor's own pending comments.",
          errors: ['NOT_FOUND'],
          dependsOn: ({ id }: { id: string }) => threadTags(id),
        },
      ),
    )
    .input(listInput)
    .output(commentList)
    .query(async ({ ctx, input }) => {
      const { comments, ...found } = await listComments(ctx, input.id, input);
      return { ok: true, comments: await withHtml(ctx, comments, input), ...found };
    }),

  get: publicRead
    .meta(
      rest('GET', '/api/posts/{id}/comments/{commentId}', 'Read one comment', {
        description: 'An approved comment, or a pending one with its receipt.',
        errors: ['NOT_FOUND'],
        dependsOn: ({ id }: { id: string }) => threadTags(id),
      }),
    )
    .input(getInput)
    .output(oneComment)
    .query(async ({ ctx, input }) => oneWithHtml(ctx, await getComment(ctx, input.id, input.commentId), input)),

  counts: publicRead
    .meta(
      rest('GET', '/api/comments/counts', 'Count the approved comments of posts', {
        description: 'One call for a list of posts. Ids that the caller does not see have 0.',
        dependsOn: ({ ids }: { ids: string[] }) => ids.flatMap(threadTags),
      }),
    )
    .input(countsInput)
    .output(counts)
    .query(async ({ ctx, input }) => ({ ok: true, counts: await countComments(ctx, input.ids) })),

  submit: publicWrite
    .meta(
      rest('POST', '/api/posts/{id}/comments', 'Write a comment', {
        status: 201,
        location: commentPath,
        limit: 'commentAttempts',
        fromCommentSites: true,
        errors: ['NOT_FOUND', 'COMMENTS_CLOSED', 'NESTING_TOO_DEEP', 'DUPLICATE_COMMENT'],
      }),
    )
    .input(submitInput)
    .output(submitted)
    .mutation(async ({ ctx, input }) => {
      const { comment, receipt } = await submitComment(ctx, input);
      return { ...(await oneWithHtml(ctx, comment, input)), receipt };
    }),

  edit: publicWrite
    .meta(
      rest('PUT', '/api/posts/{id}/comments/{commentId}', 'Change your own comment within 15 minutes', {
        description: 'Needs its receipt in the header X-Comment-Receipt.',
        limit: 'commentEdits',
        fromCommentSites: true,
        errors: ['NOT_FOUND', 'RECEIPT_INVALID', 'EDIT_WINDOW_OVER', 'COMMENTS_CLOSED', 'DUPLICATE_COMMENT'],
      }),
    )
    .input(editInput)
    .output(oneComment)
    .mutation(async ({ ctx, input }) => oneWithHtml(ctx, await editOwnComment(ctx, input), input)),

  withdraw: publicWrite
    .meta(
      rest('DELETE', '/api/posts/{id}/comments/{commentId}', 'Delete your own comment within 15 minutes', {
        description: 'Needs its receipt in the header X-Comment-Receipt. A comment with replies stays as an empty one.',
        limit: 'commentEdits',
        fromCommentSites: true,
        errors: ['NOT_FOUND', 'RECEIPT_INVALID', 'EDIT_WINDOW_OVER'],
      }),
    )
    .input(ownInput)
    .output(deleted)
    .mutation(async ({ ctx, input }) => {
      const deleted = await deleteOwnComment(ctx, input.id, input.commentId);
      if (isThreadId(input.id)) await removeEmptyThreads(ctx, input.id);
      return { ok: true, deleted };
    }),

  like: publicWrite
    .meta(
      rest('POST', '/api/comments/{id}/like', 'Like a comment, once for each client IP', {
        limit: 'likes',
        fromCommentSites: true,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(liked)
    .mutation(async ({ ctx, input }) => ({ ok: true, likes: await likeComment(ctx, input.id) })),

  all: administratorOrKey('comments')
    .meta(
      rest(
        'GET',
        '/api/comments',
        'List all comments, the newest or the pending ones first, with the titles of their posts',
        {
          countsAdministrator: true,
        },
      ),
    )
    .input(adminListInput.prefault({}))
    .output(titledList)
    .query(async ({ ctx, input }) => {
      const { comments, total } = await listAllComments(ctx, input);
      const { page, pageSize } = input;
      return { ok: true, comments: await withHtml(ctx, comments, input), total, page, pageSize };
    }),

  reply: administratorOrKey('comments')
    .meta(
      rest('POST', '/api/comments/{id}/reply', 'Reply to a comment as the owner', {
        description: 'Approves the comment. A reply to a comment of the deepest level becomes its sibling.',
        status: 201,
        location: commentPath,
        errors: ['NOT_FOUND', 'DUPLICATE_COMMENT'],
      }),
    )
    .input(replyInput)
    .output(oneComment)
    .mutation(async ({ ctx, input }) => ({ ok: true, comment: await replyAsOwner(ctx, input) })),

  moderate: administratorOrKey('comments')
    .meta(
      rest('PUT', '/api/comments/{id}', 'Approve, hold, pin, feature or correct a comment', {
        errors: ['NOT_FOUND', 'DUPLICATE_COMMENT'],
      }),
    )
    .input(moderateInput)
    .output(oneComment)
    .mutation(async ({ ctx, input }) => ({ ok: true, comment: await moderateComment(ctx, input) })),

  delete: administratorOrKey('comments')
    .meta(rest('DELETE', '/api/comments/{id}', 'Delete a comment with its replies', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(deleted)
    .mutation(async ({ ctx, input }) => {
      const deleted = await deleteComment(ctx, input.id);
      await removeEmptyThreads(ctx);
      return { ok: true, deleted };
    }),

  bulk: administratorOrKey('comments')
    .meta(
      rest('POST', '/api/comments/bulk', 'Approve, unapprove, hold or delete up to 200 comments', {
        errors: ['PRECONDITION_FAILED'],
      }),
    )
    .input(bulkInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => {
      const outcome = await moderateMany(ctx, input);
      if (input.action === 'delete') await removeEmptyThreads(ctx);
      return { ok: true, ...outcome };
    }),
});

/** The answer with one comment. */
export async function oneWithHtml(
  ctx: Pick<CallContext, 'em'>,
  comment: CommentShape,
  input: Pick<CommentInput, 'include'>,
) {
  const [shown] = await withHtml(ctx, [comment], input);
  return { ok: true as const, comment: shown! };
}

/** The path of a comment, for the header Location. */
export function commentPath({ comment }: { comment: CommentShape }): string {
  return `/api/posts/${encodeURIComponent(comment.post_id)}/comments/${comment.id}`;
}
