import { setImmediate } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/core';

import { Media, type MediaKind } from '../../entities/media.ts';
import { noteObject } from '../data/audit.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext, Policy } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { recordTag } from '../data/record.ts';
import { newId } from '../base/new-id.ts';
import { uploadTag } from './files.ts';
import { readFocus } from './focus.ts';
import { removeNow } from './reservations.ts';
import { mediaColumns, mediaNotFound, mediaRow, type MediaRow } from './rows.ts';
import { cleanText, FIELD_BOUNDARY } from '../base/text.ts';
import { decodePercent } from '../../shared/decode-percent.ts';
import { fold, foldSought } from '../../shared/fold.ts';
import type { AddInput, ListInput, MediaShape, UpdateInput } from './schemas.ts';
import { searchUses } from './search-uses.ts';
import { withoutUses } from './uses.ts';
import { truncate } from '../../shared/shorten.ts';

/** The number of records that are compared before the event loop continues. */
const BATCH_SIZE = 250;

/** Adds a link to an image, video, audio or other file. */
export async function addMedia(ctx: CallContext, input: AddInput): Promise<MediaShape> {
  const media = {
    id: noteObject(newId('m', ctx.clock)),
    url: input.url,
    name: input.name ?? fileName(input.url),
    alt: input.alt ?? '',
    kind: mediaKind(input.url),
    createdAt: timestamp(ctx.clock),
  };
  ctx.em.create(Media, media);
  await ctx.em.flush();
  return media;
}

/** A page of the media, the newest first. */
export async function listMedia(ctx: CallContext, { page, pageSize, kind, search, unused }: ListInput) {
  const pendingPosts = unused === 1 ? await searchUses(ctx) : undefined;
  const all = kyselyOf(ctx.em)
    .selectFrom('media')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!));
  const inOrder = all.select(mediaColumns).orderBy('key', 'desc');
  const offset = (page - 1) * pageSize;
  if (search !== undefined || unused === 1) {
    const found: MediaRow[] = [];
    const isWanted = search === undefined ? () => true : matches(search, await mediaBase(ctx));
    for (let all = 0, some = BATCH_SIZE; some === BATCH_SIZE; all += some) {
      const media = await inOrder.limit(BATCH_SIZE).offset(all).execute();
      some = media.length;
      const matching = media.filter(isWanted);
      found.push(...(unused === 1 ? await withoutUses(ctx, matching) : matching));
      await setImmediate();
    }
    const media = await presentMedia(ctx, found.slice(offset, offset + pageSize));
    return { media, total: found.length, ...(pendingPosts !== undefined && { pendingPosts }) };
  }
  const media = await inOrder.limit(pageSize).offset(offset).execute();
  return { media: await presentMedia(ctx, media), total: await countRows(all) };
}

/**
 * Compares the URLs of responses, and those that texts have. Done here because SQLite folds only ASCII; a library is
 * small.
 */
function matches(search: string, base: string): (media: MediaRow) => boolean {
  const folded = foldSought(search);
  return ({ name, alt, url, path }) => {
    const full = path === null ? '' : `${base}/${path}`;
    return fold([name, alt, url, full].join(FIELD_BOUNDARY)).includes(folded);
  };
}

/**
 * Returns one record.
 *
 * @throws NOT_FOUND
 */
export async function getMedia(ctx: CallContext, id: string): Promise<MediaShape> {
  const [media] = await presentMedia(ctx, [await mediaRow(ctx, id)]);
  return media!;
}

/** The records with these ids, in no order; those that were deleted are missing. */
export async function mediaWithIds(ctx: CallContext, ids: readonly string[]): Promise<MediaShape[]> {
  if (ids.length === 0) return [];
  const rows = await kyselyOf(ctx.em).selectFrom('media').select(mediaColumns).where('id', 'in', ids).execute();
  return presentMedia(ctx, rows);
}

async function presentMedia(ctx: CallContext, rows: readonly MediaRow[]): Promise<MediaShape[]> {
  const base = rows.some(({ path }) => path !== null) ? await mediaBase(ctx) : '';
  return rows.map(({ path, mime, bytes, width, height, sizes, focus: stored, ...row }) => {
    const media = { ...row, focus: readFocus(stored) };
    if (path === null || mime === null || bytes === null) return media;
    const widths = JSON.parse(sizes ?? '[]') as number[];
    return {
      ...media,
      url: `${base}/${path}`,
      mime,
      bytes,
      width: width ?? null,
      height: height ?? null,
      sizes: widths,
    };
  });
}

/** The absolute URL below which uploaded files are served. */
async function mediaBase({ policy, settings, request }: CallContext): Promise<string> {
  const { siteUrl } = await settings.current();
  return mediaUrl(policy, siteUrl || request.ownOrigin);
}

/**
 * The URL below which uploaded files are served.
 *
 * @param origin the origin of the site; "" for a URL without it
 */
export function mediaUrl({ mediaPublicUrl }: Policy, origin: string): string {
  return mediaPublicUrl ?? `${origin}/media`;
}

/**
 * Changes name or alternative text; absent fields keep their values.
 *
 * @throws NOT_FOUND
 */
export async function updateMedia(ctx: CallContext, { id, ...texts }: UpdateInput): Promise<MediaShape> {
  const media = await ctx.em.findOne(Media, { id });
  if (!media) throw mediaNotFound();
  ctx.em.assign(media, texts);
  await ctx.em.flush();
  return getMedia(ctx, id);
}

/**
 * Removes a record; an uploaded file goes once that is committed.
 *
 * @throws NOT_FOUND, SERVICE_UNAVAILABLE while the place of uploaded files is not that of this database
 */
export async function deleteMedia(ctx: CallContext, id: string): Promise<void> {
  const { em, clock } = ctx;
  const { path } = await mediaRow(ctx, id);
  if (path !== null) await ctx.requireOwnMedia();
  await em.fork().transactional(async (tx) => {
    const media = await tx.findOne(Media, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!media) throw mediaNotFound();
    tx.remove(media);
    if (!media.path) return;
    recordTag(tx, uploadTag(media.path));
    await removeNow(tx, clock, media.path);
  });
}

const extensions: readonly [MediaKind, RegExp][] = [
  ['image', /\.(avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i],
  ['video', /\.(m4v|mov|mp4|ogv|webm)$/i],
  ['audio', /\.(aac|flac|m4a|mp3|oga|ogg|opus|wav)$/i],
];

function mediaKind(url: string): MediaKind {
  const { pathname } = new URL(url);
  return extensions.find(([, extension]) => extension.test(pathname))?.[0] ?? 'file';
}

function fileName(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '');
  const name = cleanText(decodePercent(last ?? ''), { lineFeeds: false });
  return truncate(name || hostname, 200);
}
