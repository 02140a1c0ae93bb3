import type { Kysely, Selectable } from 'kysely';

import type { Tables } from '../../../entities/index.ts';

/** The dependent data of a post. */
interface Dependents {
  aliases: string[];
  formerIds: string[];
  /** The statistics of each day (UTC). */
  days: { day: string; views: number; likes: number; botViews: number; visitors: number }[];
}

type DayRow = Selectable<Tables['daily_stats']>;

/** Reads former paths and ids, and the statistics of posts. @param keys of the posts */
export async function readDependents(db: Kysely<Tables>, keys: number[]): Promise<(key: number) => Dependents> {
  if (keys.length === 0) return () => ({ aliases: [], formerIds: [], days: [] });
  const redirects = await db
    .selectFrom('redirects')
    .select(['post_key', 'path'])
    .where('post_key', 'in', keys)
    .orderBy('path')
    .execute();
  const former = await db
    .selectFrom('former_slugs')
    .select(['post_key', 'slug'])
    .where('post_key', 'in', keys)
    .orderBy('slug')
    .execute();
  const days = await db
    .selectFrom('daily_stats')
    .select(['post_key', 'day', 'views', 'likes', 'bot_views', 'visitors'])
    .where('post_key', 'in', keys)
    .orderBy('day')
    .execute();
  const byPost = {
    redirects: Map.groupBy(redirects, (row) => row.post_key),
    former: Map.groupBy(former, (row) => row.post_key),
    days: Map.groupBy(days, (row) => row.post_key),
  };
  return (key) => ({
    aliases: (byPost.redirects.get(key) ?? []).map(({ path }) => path),
    formerIds: (byPost.former.get(key) ?? []).map(({ slug }) => slug),
    days: (byPost.days.get(key) ?? []).map(toDay),
  });
}

function toDay({ day, views, likes, bot_views: botViews, visitors }: DayRow): Dependents['days'][number] {
  return { day, views, likes, botViews, visitors };
}
