import { SqlitePlatform } from '@mikro-orm/sql';
import { sql } from 'kysely';

import type { CallContext } from '../context.ts';
import { readerOf } from '../reader.ts';
import { getMedia } from './media.ts';
import type { UseShape } from './schemas.ts';

/** The maximum number of posts in a list. */
const MAX_LISTED = 200;

/**
 * The posts that use a link in their content or as their cover, drafts included, the newest first.
 *
 * @throws NOT_FOUND
 */
export async function usesOf(ctx: CallContext, id: string): Promise<UseShape[]> {
  const { url } = await getMedia(ctx, id);
  // Unlike `like`, these are case-sensitive on both engines.
  const find = sql.raw(ctx.em.getPlatform() instanceof SqlitePlatform ? 'instr' : 'strpos');
  const inContent = sql<boolean>`${find}(content, ${url}) > 0`;
  const posts = await readerOf(ctx)
    .selectFrom('posts')
    .select(['slug', 'title', 'cover', sql<number>`case when ${inContent} then 1 else 0 end`.as('shows')])
    .where(({ or, eb }) => or([eb('cover', '=', url), inContent]))
    .orderBy('date', 'desc')
    .orderBy('key', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return posts.flatMap(({ slug, title, cover, shows }) => [
    ...(cover === url ? [{ id: slug, title, where: 'cover' as const }] : []),
    ...(shows === 1 ? [{ id: slug, title, where: 'content' as const }] : []),
  ]);
}
