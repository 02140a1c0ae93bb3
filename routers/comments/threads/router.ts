import { threadTags } from '../cache-tags.ts';
import { readPage, threadIdForUrl } from '../page.ts';
import { renderComment, withHtml } from '../markdown/html.ts';
import { listComments } from '../read.ts';
import { oneWithHtml, commentPath } from '../router.ts';
import { submitted } from '../answers.ts';
import { submitToPage } from '../submit-to-page.ts';
import { administratorOrKey, publicRead, publicWrite, rest, router } from '../../core/procedures.ts';
import { countOnPages } from './counts.ts';
import { getThread, listThreads } from './list.ts';
import { moveThreads, updateThread } from './move.ts';
import { listReactions, react } from './reactions.ts';
import {
  countsInput,
  moveInput,
  moveReport,
  commentPreview,
  oneThread,
  pageComments,
  pageCounts,
  pageInput,
  previewInput,
  reactionCounts,
  reactionInput,
  reactionsInput,
  submitToPageInput,
  threadList,
  threadsInput,
  updateThreadInput,
} from './schemas.ts';

export const threadsRouter = router({
  comments: publicRead
    .meta(
      rest('GET', '/api/threads/comments', 'List the comments on a page of another site', {
        description:
          'As `GET /api/posts/{id}/comments` with the id of the thread, which is `post_id` of its comments. Empty before the first comment.',
        errors: ['SITE_UNKNOWN'],
        dependsOn: ({ url }: { url: string }) => ['settings', ...threadTags(threadIdForUrl(url))],
      }),
    )
    .input(pageInput)
    .output(pageComments)
    .query(async ({ ctx, input: { url, ...input } }) => {
      const { id } = await readPage(ctx, url);
      const { commentsEnabled, commentMarkdown, language, reactions, siteUrl } = await ctx.settings.current();
      const offersMail = ctx.policy.offersMail && siteUrl !== '';
      const settings = { commentsEnabled, commentMarkdown, language, reactions, offersMail };
      const { comments, ...found } = await listComments(ctx, id, input);
      return { ok: true, id, comments: await withHtml(ctx, comments, input), ...found, settings };
    }),

  submit: publicWrite
    .meta(
      rest('POST', '/api/threads/comments', 'Write a comment on a page of another site', {
        description: '`url` may also be in the query. The first comment begins the thread, 10 a minute for an address.',
        status: 201,
        location: commentPath,
        limit: 'commentAttempts',
        fromCommentSites: true,
        takesQuery: true,
        errors: ['SITE_UNKNOWN', 'COMMENTS_CLOSED', 'NESTING_TOO_DEEP', 'DUPLICATE_COMMENT'],
      }),
    )
    .input(submitToPageInput)
    .output(submitted)
    .mutation(async ({ ctx, input: { url, title = '', ...input } }) => {
      const page = await readPage(ctx, url);
      const { comment, receipt } = await submitToPage(ctx, { ...input, id: page.id }, page, title);
      return { ...(await oneWithHtml(ctx, comment, input)), receipt };
    }),

  preview: publicRead
    .meta(
      rest('POST', '/api/threads/preview', 'Show how a comment will look', {
        description: 'As `html` of a comment that is written now. Nothing is stored. Counted as a read.',
        isRead: true,
      }),
    )
    .input(previewInput)
    .output(commentPreview)
    .mutation(async ({ ctx, input }) => {
      const { commentMarkdown } = await ctx.settings.current();
      return { ok: true, html: await renderComment(input.content, commentMarkdown) };
    }),

  counts: publicRead
    .meta(
      rest('POST', '/api/threads/counts', 'Count the approved comments on pages of other sites', {
        description: 'Counted as a read.',
        isRead: true,
      }),
    )
    .input(countsInput)
    .output(pageCounts)
    .mutation(async ({ ctx, input }) => ({ ok: true, counts: await countOnPages(ctx, input.urls) })),

  reactions: publicRead
    .meta(
      rest('GET', '/api/threads/reactions', 'Count the reactions to a page or post', {
        errors: ['SITE_UNKNOWN', 'NOT_FOUND'],
      }),
    )
    .input(reactionsInput.prefault({}))
    .output(reactionCounts)
    .query(async ({ ctx, input }) => ({ ok: true, reactions: await listReactions(ctx, input) })),

  react: publicWrite
    .meta(
      rest('POST', '/api/threads/reactions', 'React to a page or post, once for each client IP', {
        limit: 'reactions',
        fromCommentSites: true,
        takesQuery: true,
        errors: ['SITE_UNKNOWN', 'NOT_FOUND'],
      }),
    )
    .input(reactionInput)
    .output(reactionCounts)
    .mutation(async ({ ctx, input }) => ({ ok: true, reactions: await react(ctx, input, 'given') })),

  unreact: publicWrite
    .meta(
      rest('DELETE', '/api/threads/reactions', 'Take a reaction back', {
        limit: 'reactions',
        fromCommentSites: true,
        errors: ['SITE_UNKNOWN', 'NOT_FOUND'],
      }),
    )
    .input(reactionInput)
    .output(reactionCounts)
    .mutation(async ({ ctx, input }) => ({ ok: true, reactions: await react(ctx, input, 'taken') })),

  list: administratorOrKey('comments')
    .meta(rest('GET', '/api/admin/threads', 'List the threads of pages of other sites, the newest first'))
    .input(threadsInput.prefault({}))
    .output(threadList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listThreads(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  rename: administratorOrKey('comments')
    .meta(
      rest('PUT', '/api/admin/threads/{id}', 'Give a thread the address to which its page has moved, or close it', {
        description: 'The id changes with the address. If that has a thread already, the comments are added to it.',
        errors: ['NOT_FOUND', 'SITE_UNKNOWN'],
        takesLong: true,
      }),
    )
    .input(updateThreadInput)
    .output(oneThread)
    .mutation(async ({ ctx, input: { id, ...changes } }) => ({
      ok: true,
      thread: await getThread(ctx, await updateThread(ctx, id, changes)),
    })),

  move: administratorOrKey('comments')
    .meta(
      rest('POST', '/api/admin/threads/move', 'Move threads by a CSV file of old and new addresses', {
        description: 'Rows that are not moved are in the report, with the reason.',
        takesLong: true,
      }),
    )
    .input(moveInput)
    .output(moveReport)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await moveThreads(ctx, input.csv, input.dryRun)) })),
});
