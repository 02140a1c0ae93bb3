import { administrator, publicRead, publicWrite, rest, router } from '../trpc.ts';
import { likePost, viewPost } from './marks.ts';
import { listPopular } from './popular.ts';
import { days, daysInput, marked, markInput, popular, popularInput, totals } from './schemas.ts';
import { countDays } from './days.ts';
import { countAll } from './totals.ts';

/** View counts may lag by this many seconds here (docs/interface.md, Q10); nothing else may. */
const countsOfAll = { dependsOn: () => ['posts', 'comments', 'likes'], lasts: 30 };

export const statsRouter = router({
  view: publicWrite
    .meta(
      rest('POST', '/api/posts/{id}/view', 'Note that a post is read; counts once an hour for each address', {
        limit: 'views',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(markInput)
    .output(marked)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await viewPost(ctx, input.id)) })),

  like: publicWrite
    .meta(
      rest('POST', '/api/posts/{id}/like', 'Like a post; counts once in 30 days for each address', {
        limit: 'likes',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(markInput)
    .output(marked)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await likePost(ctx, input.id)) })),

  popular: publicRead
    .meta(rest('GET', '/api/popular', 'The posts with the highest score', countsOfAll))
    .input(popularInput.prefault({}))
    .output(popular)
    .query(async ({ ctx, input }) => ({ ok: true, posts: await listPopular(ctx, input) })),

  all: publicRead
    .meta(rest('GET', '/api/stats', 'Counts of the whole blog, its categories and tags', countsOfAll))
    .output(totals)
    .query(async ({ ctx }) => ({ ok: true, ...(await countAll(ctx)) })),

  days: administrator
    .meta(rest('GET', '/api/admin/stats', 'Views, likes and comments of the last days'))
    .input(daysInput.prefault({}))
    .output(days)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await countDays(ctx, input.days)) })),
});
