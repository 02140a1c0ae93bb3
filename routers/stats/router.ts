import { administrator, publicRead, publicWrite, rest, router } from '../core/procedures.ts';
import { readAnalytics } from './analytics/analytics.ts';
import { viewPage } from './analytics/page-view.ts';
import { analytics, analyticsInput, counted, pageViewInput } from './analytics/schemas.ts';
import { likePost, viewPost } from './marks.ts';
import { listPopular } from './popular.ts';
import { days, daysInput, marked, markInput, popular, popularInput, totals, viewInput } from './schemas.ts';
import { countDays } from './days.ts';
import { countAll } from './totals.ts';

/** View counts here may be outdated by this many seconds (docs/interface.md, Q10); no other data may. */
const countsOfAll = { dependsOn: () => ['posts', 'comments', 'likes'], lasts: 30 };

export const statsRouter = router({
  view: publicWrite
    .meta(
      rest('POST', '/api/posts/{id}/view', 'Count a view of a post, once an hour for each client IP', {
        limit: 'views',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(viewInput)
    .output(marked)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await viewPost(ctx, input)) })),

  viewPage: publicWrite
    .meta(
      rest('POST', '/api/views', 'Count a view of the home page, the archive or a list', {
        description: 'Once an hour for each client IP. For the statistics of the owner only.',
        limit: 'views',
      }),
    )
    .input(pageViewInput)
    .output(counted)
    .mutation(async ({ ctx, input }) => {
      await viewPage(ctx, input);
      return { ok: true };
    }),

  like: publicWrite
    .meta(
      rest('POST', '/api/posts/{id}/like', 'Like a post, counted once in 30 days for each client IP', {
        limit: 'likes',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(markInput)
    .output(marked)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await likePost(ctx, input.id)) })),

  popular: publicRead
    .meta(
      rest('GET', '/api/popular', 'List the most popular posts', {
        ...countsOfAll,
        description: 'The score is views + 3 × likes + 5 × comments. View counts may lag by 30 s.',
      }),
    )
    .input(popularInput.prefault({}))
    .output(popular)
    .query(async ({ ctx, input }) => ({ ok: true, posts: await listPopular(ctx, input) })),

  all: publicRead
    .meta(
      rest('GET', '/api/stats', 'Count posts, comments, categories and tags', {
        ...countsOfAll,
        description: 'Counts what visitors see. View counts may lag by 30 s.',
      }),
    )
    .output(totals)
    .query(async ({ ctx }) => ({ ok: true, ...(await countAll(ctx)) })),

  days: administrator
    .meta(rest('GET', '/api/admin/stats', 'Get views, likes and comments per day'))
    .input(daysInput.prefault({}))
    .output(days)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await countDays(ctx, input.days)) })),

  analytics: administrator
    .meta(
      rest('GET', '/api/admin/analytics', 'Get views and visitors by day, post, referrer, source, country and device', {
        description: 'Of the whole site or of one post. Bots are left out.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(analyticsInput.prefault({}))
    .output(analytics)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await readAnalytics(ctx, input)) })),
});
