import { kyselyOf } from '../../../entities/kysely.ts';
import { pageIfKnown } from '../page.ts';
import type { CallContext } from '../../core/context.ts';

/** The numbers of approved comments on pages, in the order of their URLs; 0 for unknown ones. One statement. */
export async function countOnPages(ctx: CallContext, urls: readonly string[]): Promise<number[]> {
  const pages = await Promise.all(urls.map((url) => pageIfKnown(ctx, url)));
  const ids = [...new Set(pages.flatMap((page) => page?.id ?? []))];
  if (ids.length === 0) return urls.map(() => 0);
  const rows = await kyselyOf(ctx.em)
    .selectFrom('posts')
    .innerJoin('threads', 'threads.post_key', 'posts.key')
    .innerJoin('post_scores', 'post_scores.post_key', 'posts.key')
    .select(['posts.slug', 'post_scores.comments'])
    .where('posts.slug', 'in', ids)
    .execute();
  const counts = new Map(rows.map(({ slug, comments }) => [slug, comments]));
  return pages.map((page) => counts.get(page?.id ?? '') ?? 0);
}
