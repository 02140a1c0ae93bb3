import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { postsOf, summaryColumns, summaryOf } from './read.ts';
import { visibleAt } from './visible.ts';

/** The newest posts that everybody may see, with their texts; that of a protected post is empty. */
export async function newestPosts(ctx: CallContext, limit: number) {
  const rows = await visible(ctx)
    .select([...summaryColumns, 'posts.content', 'posts.created_at', 'posts.updated_at'])
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...summaryOf(row),
    content: row.protected ? '' : row.content,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

export type FeedPost = Awaited<ReturnType<typeof newestPosts>>[number];

/** The ids of the posts that everybody may see, the oldest first, each with the moment of its last change. */
export async function postIds(ctx: CallContext, { limit, offset }: { limit: number; offset: number }) {
  const rows = await visible(ctx)
    .select(['posts.slug as id', 'posts.updated_at'])
    .orderBy('posts.key')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows;
}

/** How many posts everybody may see, and when one of them last changed; null when there is none. */
export async function countVisible(ctx: CallContext): Promise<{ count: number; changed: string | null }> {
  const row = await visible(ctx)
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('posts.updated_at').as('changed')])
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), changed: row.changed };
}

/** What everybody sees, whoever asks. */
function visible(ctx: CallContext) {
  return postsOf(ctx.em).where(visibleAt(timestamp(ctx.clock)));
}
