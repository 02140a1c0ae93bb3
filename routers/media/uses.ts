import { SqlitePlatform } from '@mikro-orm/sql';
import { sql } from 'kysely';

import type { CallContext } from '../context.ts';
import { readerOf } from '../reader.ts';
import { getMedia } from './media.ts';
import type { UseShape } from './schemas.ts';

/** How many posts are named at most. */
const MOST = 200;

/**
 * Where posts show a link, drafts included: in their text, or as their cover. The newest first.
 *
 * @throws NOT_FOUND
 */
export async function usesOf(ctx: CallContext, id: string): Promise<UseShape[]> {
  const { url } = await getMedia(ctx, id);
  // Unlike `like`, these heed upper and lower case, on both engines.
  const find = sql.raw(ctx.em.getPlatform() instanceof SqlitePlatform ? 'instr' : 'strpos');
  const inContent = sql<boolean>`${find}(content, ${url}) > 0`;
  const posts = await readerOf(ctx)
    .selectFrom('posts')
    .select(['slug', 'title', 'cover', sql<number>`case when ${inContent} then 1 else 0 end`.as('shows')])
    .where(({ or, eb }) => or([eb('cover', '=', url), inContent]))
    .orderBy('date', 'desc')
    .orderBy('key', 'desc')
    .limit(MOST)
    .execute();
  return posts.flatMap(({ slug, title, cover, shows }) => [
    ...(cover === url ? [{ id: slug, title, where: 'cover' as const }] : []),
    ...(shows === 1 ? [{ id: slug, title, where: 'content' as const }] : []),
  ]);
}
