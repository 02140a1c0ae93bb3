import { setImmediate } from 'node:timers/promises';

import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { inChunks } from '../../shared/chunks.ts';
import type { CallContext } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { isOutsideTrash, viewFor, visibleAt } from '../posts/visible.ts';
import { readerOf } from '../core/reader.ts';
import { urlOfPath } from './files.ts';
import { uploadHosts } from './hosts.ts';
import { mediaRow } from './rows.ts';
import type { UseList } from './schemas.ts';
import { searchUses } from './search-uses.ts';
import { readPictured, usesAmong } from './picture-uses.ts';
import { settingsWithTargets, targetsInSettings } from './setting-urls.ts';
import { findTarget, mediaTargets, type Linked, type MediaBases } from '../data/files/targets.ts';

/** The maximum number of uses in a list. */
const MAX_LISTED = 200;
/** The number of URLs, former ones included, that one statement looks for. */
const BATCH_SIZE = 250;

/** A record with its id. */
type Identified = Linked & { id: string };

/**
 * The posts and working copies that use a file or link, the newest first, and the settings, authors, tags and categories
 * that do. Hidden posts and working copies are only counted for callers who do not see them.
 *
 * @throws NOT_FOUND
 */
export async function listUses(ctx: CallContext, id: string): Promise<Omit<UseList, 'ok'>> {
  const media = await mediaRow(ctx, id);
  const pendingPosts = await searchUses(ctx);
  const db = readerOf(ctx);
  const targets = (await usedTargets(ctx, [media])).get(id) ?? [];
  // PostgreSQL has no empty list, and no target is empty.
  const uses = db.selectFrom('media_uses').where('target', 'in', ['', ...targets]);
  const listed = uses.innerJoin('posts', 'posts.key', 'media_uses.post_key').where(isListed(viewFor(ctx).now));
  const rows = await listed
    .select(['posts.slug as id', 'posts.title', 'posts.cover', 'posts.share_image', 'media_uses.place'])
    // A text may use a file in several sizes.
    .groupBy(['posts.date', 'posts.key', 'posts.slug', 'posts.title', 'media_uses.place'])
    .groupBy(['posts.cover', 'posts.share_image'])
    .orderBy('posts.date', 'desc')
    .orderBy('posts.key', 'desc')
    .orderBy('media_uses.place', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const countOf = async (query: Pick<typeof uses, 'select'>) => {
    const counted = query.select(({ fn }) => fn.count<number>('media_uses.post_key').distinct().as('total'));
    return Number((await counted.executeTakeFirstOrThrow()).total);
  };
  const total = await countOf(uses);
  const encryptedPosts = await countRows(db.selectFrom('posts').where('protected', '=', 1));
  const settings = settingsWithTargets(await ctx.settings.current(), targets);
  const places = rows.flatMap((row) =>
    placesOf(row, targets).map((where) => ({ id: row.id, title: row.title, where })),
  );
  const posts = places.slice(0, MAX_LISTED);
  const pictures = usesAmong(await readPictured(db), targets);
  return { posts, settings, ...pictures, total, hidden: total - (await countOf(listed)), pendingPosts, encryptedPosts };
}

/** The places of a post at which it uses a file; the row of a cover stands for that of link previews, too. */
function placesOf(
  { place, cover, share_image }: { place: string; cover: string; share_image: string },
  targets: readonly string[],
): UseList['posts'][number]['where'][] {
  if (place !== 'cover') return [place as 'content' | 'workingCopy'];
  const isTarget = (url: string) => url !== '' && targets.includes(findTarget(url) ?? '');
  return [
    ...(isTarget(cover) ? (['cover'] as const) : []),
    ...(isTarget(share_image) ? (['shareImage'] as const) : []),
  ];
}

/**
 * The condition of uses that a caller sees: of public posts, and not of their working copies; without a time (see
 * `viewFor`), of all outside of the trash.
 */
function isListed(now: string | undefined) {
  return (eb: ExpressionBuilder<Tables, 'posts' | 'media_uses'>) =>
    now === undefined ? isOutsideTrash : eb.and([visibleAt(now, 'any')(eb as never), eb('place', '<>', 'workingCopy')]);
}

/** Those of these records that nothing uses. */
export async function withoutUses<T extends Identified>(ctx: CallContext, media: readonly T[]): Promise<T[]> {
  const used = await usedTargets(ctx, media);
  return media.filter(({ id }) => !used.has(id));
}

/**
 * The targets by which these records are used, by the ids of the records. The former URLs of a file that was replaced
 * lead to it as well.
 */
async function usedTargets(ctx: CallContext, media: readonly Identified[]): Promise<Map<string, string[]>> {
  const bases = await mediaBases(ctx);
  const elsewhere = [
    ...targetsInSettings(await ctx.settings.current()),
    ...(await readPictured(readerOf(ctx))).flatMap(({ targets }) => targets),
  ];
  const found = new Map<string, string[]>();
  for (const some of inChunks([...media, ...(await findFormerFiles(ctx, media))], BATCH_SIZE)) {
    const targets = some.map((one) => mediaTargets(one, bases));
    const rows = await readerOf(ctx)
      .selectFrom('media_uses')
      .select('target')
      .distinct()
      .where('target', 'in', targets.flat())
      .execute();
    const used = new Set([...rows.map(({ target }) => target), ...elsewhere]);
    for (const [at, { id }] of some.entries()) {
      const own = targets[at]!.filter((target) => used.has(target));
      if (own.length > 0) found.set(id, [...(found.get(id) ?? []), ...own]);
    }
    await setImmediate();
  }
  return found;
}

/** The files that were replaced by those of these records. */
async function findFormerFiles(ctx: CallContext, media: readonly Identified[]): Promise<Identified[]> {
  if (media.length === 0) return [];
  const rows = await readerOf(ctx)
    .selectFrom('media_redirects')
    .innerJoin('media', 'media.key', 'media_redirects.media_key')
    .select(['media.id', 'media_redirects.path'])
    .where(
      'media.id',
      'in',
      media.map(({ id }) => id),
    )
    .execute();
  return rows.map(({ id, path }) => ({ id, path, url: urlOfPath(path) }));
}

/** The URLs below which uploaded files are served, for this request. */
export async function mediaBases({ em, settings, policy, request }: CallContext): Promise<MediaBases> {
  const { siteUrl } = await settings.current();
  const hosts = siteUrl === '' ? await uploadHosts(em) : [];
  return { siteUrl, ownOrigin: request.ownOrigin, mediaPublicUrl: policy.mediaPublicUrl, uploadHosts: hosts };
}
