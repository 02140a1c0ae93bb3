import type { CallContext } from '../../core/context.ts';
import { peekPost } from '../../posts/load.ts';
import { dayViews, pageViews, siteVisitors } from './day-counts.ts';
import { listMostViewed } from './most-viewed.ts';
import { listNewsletters } from './newsletters.ts';
import { listDays, readPeriod, type Scope } from './period.ts';
import type { Analytics, AnalyticsInput } from './schemas.ts';
import { readerOf } from '../../core/reader.ts';
import { viewsByKind } from './views-by-kind.ts';

/**
 * Views and visitors of the site, or of one post, by day and by where they came from.
 *
 * @throws NOT_FOUND; BAD_REQUEST for a period without days
 */
export async function readAnalytics(ctx: CallContext, input: AnalyticsInput): Promise<Analytics> {
  const period = readPeriod(ctx.clock, input);
  const post = input.post === undefined ? undefined : await peekPost(ctx.em, input.post);
  // What this instance has counted; others have written theirs at most ten seconds ago.
  await ctx.views.flush();
  await ctx.viewTally.flush();
  const scope: Scope = { ...period, ...(post && { postKey: post.key }) };
  const { days, pages } = await countDays(ctx, scope);
  const total = (name: 'views' | 'visitors') => days.reduce((sum, day) => sum + day[name], 0);
  const rows = (kind: 'referrer' | 'source' | 'country' | 'device') => viewsByKind(ctx, scope, kind);
  return {
    ...period,
    totals: { views: total('views'), visitors: total('visitors') },
    days,
    posts: await listMostViewed(ctx, scope),
    pages,
    referrers: (await rows('referrer')).map(({ value, views }) => ({ referrer: value, views })),
    sources: (await rows('source')).map(({ value, views }) => ({ source: value, views })),
    countries: (await rows('country')).map(({ value, views }) => ({ country: value, views })),
    devices: (await rows('device')).map(({ value, views }) => ({ device: value, views })),
    newsletters: await listNewsletters(ctx, scope),
  };
}

/** Views of posts and of other pages, and visitors: of the site they are not the sum of those of its posts. */
async function countDays(ctx: CallContext, scope: Scope): Promise<Pick<Analytics, 'days' | 'pages'>> {
  const { em } = ctx;
  const reader = readerOf(ctx);
  const isSite = scope.postKey === undefined;
  const posts = await dayViews(em, scope, reader);
  const others = isSite ? await pageViews(em, scope, reader) : [];
  const site = isSite ? await siteVisitors(em, scope, reader) : [];
  const viewsOn = sumBy([...posts, ...others]);
  const visitorsOn = new Map((isSite ? site : posts).map(({ day, visitors }) => [day, visitors]));
  const days = listDays(scope).map((date) => ({
    date,
    views: viewsOn.get(date) ?? 0,
    visitors: visitorsOn.get(date) ?? 0,
  }));
  const viewsOf = (page: string) =>
    others.filter(({ value }) => value === page).reduce((sum, { views }) => sum + views, 0);
  const ofPosts = { page: 'posts' as const, views: posts.reduce((sum, { views }) => sum + views, 0) };
  const ofOthers = (['home', 'archive', 'list'] as const).map((page) => ({ page, views: viewsOf(page) }));
  return { days, pages: isSite ? [ofPosts, ...ofOthers] : [ofPosts] };
}

function sumBy(rows: readonly { day: string; views: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { day, views } of rows) sums.set(day, (sums.get(day) ?? 0) + views);
  return sums;
}
