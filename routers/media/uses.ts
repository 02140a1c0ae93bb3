import type { CallContext } from '../context.ts';
import { countRows } from '../count-rows.ts';
import { readerOf } from '../reader.ts';
import { mediaRow } from './rows.ts';
import type { UseList } from './schemas.ts';
import { imagesAt, siteImages } from './site-images.ts';
import { searchUses } from './search-uses.ts';
import { targetOf, targetsOf, type Linked, type MediaBases } from './targets.ts';

/** The maximum number of uses in a list. */
const MAX_LISTED = 200;

/**
 * The posts and working copies that use a file or link, drafts included, the newest first, and the settings that do.
 *
 * @throws NOT_FOUND
 */
export async function usesOf(ctx: CallContext, id: string): Promise<Omit<UseList, 'ok'>> {
  const media = await mediaRow(ctx, id);
  const pendingPosts = await searchUses(ctx);
  const db = readerOf(ctx);
  const targets = targetsOf(media, await basesOf(ctx));
  const uses = db.selectFrom('media_uses').where('target', 'in', targets);
  const posts = await uses
    .innerJoin('posts', 'posts.key', 'media_uses.post_key')
    .select(['posts.slug as id', 'posts.title', 'media_uses.place as where'])
    // A text may use a file in several sizes.
    .groupBy(['posts.date', 'posts.key', 'posts.slug', 'posts.title', 'media_uses.place'])
    .orderBy('posts.date', 'desc')
    .orderBy('posts.key', 'desc')
    .orderBy('media_uses.place', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const { total } = await uses
    .select(({ fn }) => fn.count<number>('post_key').distinct().as('total'))
    .executeTakeFirstOrThrow();
  const encryptedPosts = await countRows(db.selectFrom('posts').where('protected', '=', 1));
  const settings = imagesAt(await ctx.settings.current(), targets);
  return { posts, settings, total: Number(total), pendingPosts, encryptedPosts };
}

/** Those of these records that no post uses, nor the site as its logo, its icon or the picture of its author. */
export async function unusedOf<T extends Linked>(ctx: CallContext, media: readonly T[]): Promise<T[]> {
  // PostgreSQL has no empty list.
  if (media.length === 0) return [];
  const bases = await basesOf(ctx);
  const targets = media.map((one) => targetsOf(one, bases));
  const rows = await readerOf(ctx)
    .selectFrom('media_uses')
    .select('target')
    .distinct()
    .where('target', 'in', targets.flat())
    .execute();
  const settings = await ctx.settings.current();
  const used = new Set([...rows.map(({ target }) => target), ...siteImages.map((name) => targetOf(settings[name]))]);
  return media.filter((_, at) => !targets[at]!.some((target) => used.has(target)));
}

/** The URLs below which uploaded files are served, for this request. */
export async function basesOf({ settings, policy, request }: CallContext): Promise<MediaBases> {
  const { siteUrl } = await settings.current();
  return { siteUrl, ownOrigin: request.ownOrigin, mediaPublicUrl: policy.mediaPublicUrl };
}
