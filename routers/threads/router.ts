import { threadTags } from '../comments/cache-tags.ts';
import { pageAt, threadIdAt } from '../comments/page.ts';
import { listComments } from '../comments/read.ts';
import { pathOf } from '../comments/router.ts';
import { commentList, submitted } from '../comments/schemas.ts';
import { submitToPage } from '../comments/submit.ts';
import { publicRead, publicWrite, rest, router } from '../core/procedures.ts';
import { pageInput, submitToPageInput } from './schemas.ts';

export const threadsRouter = router({
  comments: publicRead
    .meta(
      rest('GET', '/api/threads/comments', 'List the comments on a page of another site', {
        description:
          'As `GET /api/posts/{id}/comments` with the id of the thread, which is `post_id` of its comments. Empty before the first comment.',
        errors: ['SITE_UNKNOWN'],
        dependsOn: ({ url }: { url: string }) => ['settings', ...threadTags(threadIdAt(url))],
      }),
    )
    .input(pageInput)
    .output(commentList)
    .query(async ({ ctx, input: { url, ...input } }) => {
      const { id } = await pageAt(ctx, url);
      return { ok: true, ...(await listComments(ctx, id, input.before)) };
    }),

  submit: publicWrite
    .meta(
      rest('POST', '/api/threads/comments', 'Write a comment on a page of another site', {
        description: '`url` may also be in the query. The first comment begins the thread, 10 a minute for an address.',
        status: 201,
        location: pathOf,
        limit: 'commentAttempts',
        fromCommentSites: true,
        takesQuery: true,
        errors: ['SITE_UNKNOWN', 'COMMENTS_CLOSED', 'NESTING_TOO_DEEP', 'DUPLICATE_COMMENT'],
      }),
    )
    .input(submitToPageInput)
    .output(submitted)
    .mutation(async ({ ctx, input: { url, title = '', ...input } }) => {
      const page = await pageAt(ctx, url);
      return { ok: true, ...(await submitToPage(ctx, { ...input, id: page.id }, page, title)) };
    }),
});
