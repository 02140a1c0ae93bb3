import { setImmediate } from 'node:timers/promises';

import { Media, type MediaKind } from '../../entities/media.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { appError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { removeOne } from '../remove-one.ts';
import { FIELD_BOUNDARY, foldForSearch } from '../text.ts';
import type { AddInput, ListInput, MediaShape, UpdateInput } from './schemas.ts';

/** The number of links that are compared before the event loop continues. */
const BATCH_SIZE = 1000;

const columns = ['id', 'url', 'name', 'alt', 'kind', 'created_at as createdAt'] as const;

/** Adds a link to an image, video, audio or other file. */
export async function addMedia(ctx: CallContext, input: AddInput): Promise<MediaShape> {
  const media = {
    id: newId('m', ctx.clock),
    url: input.url,
    name: input.name ?? nameIn(input.url),
    alt: input.alt ?? '',
    kind: kindOf(input.url),
    createdAt: timestamp(ctx.clock),
  };
  ctx.em.create(Media, media);
  await ctx.em.flush();
  return media;
}

/** A page of the media, the newest first. */
export async function listMedia(ctx: CallContext, { page, pageSize, kind, search }: ListInput) {
  const all = kyselyOf(ctx.em)
    .selectFrom('media')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!));
  const inOrder = all.select(columns).orderBy('key', 'desc');
  const offset = (page - 1) * pageSize;
  if (search !== undefined) {
    const found: MediaShape[] = [];
    for (let all = 0, some = BATCH_SIZE; some === BATCH_SIZE; all += some) {
      const media = await inOrder.limit(BATCH_SIZE).offset(all).execute();
      some = media.length;
      found.push(...media.filter(matches(search)));
      await setImmediate();
    }
    return { media: found.slice(offset, offset + pageSize), total: found.length };
  }
  const media = await inOrder.limit(pageSize).offset(offset).execute();
  const { total } = await all.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { media, total: Number(total) };
}

/** Compared here because SQLite folds only ASCII; a library is small. */
function matches(search: string): (media: MediaShape) => boolean {
  const wanted = foldForSearch(search);
  return ({ name, alt, url }) => foldForSearch([name, alt, url].join(FIELD_BOUNDARY)).includes(wanted);
}

/**
 * Returns one link.
 *
 * @throws NOT_FOUND
 */
export async function getMedia(ctx: CallContext, id: string): Promise<MediaShape> {
  const media = await kyselyOf(ctx.em).selectFrom('media').select(columns).where('id', '=', id).executeTakeFirst();
  if (!media) throw mediaNotFound();
  return media;
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
 * Removes a link.
 *
 * @throws NOT_FOUND
 */
export async function deleteMedia(ctx: CallContext, id: string): Promise<void> {
  if (!(await removeOne(ctx.em, Media, { id }))) throw mediaNotFound();
}

function mediaNotFound() {
  return appError('NOT_FOUND', 'There is no media record with this id.');
}

const extensions: readonly [MediaKind, RegExp][] = [
  ['image', /\.(avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i],
  ['video', /\.(m4v|mov|mp4|ogv|webm)$/i],
  ['audio', /\.(aac|flac|m4a|mp3|oga|ogg|opus|wav)$/i],
];

function kindOf(url: string): MediaKind {
  const { pathname } = new URL(url);
  return extensions.find(([, extension]) => extension.test(pathname))?.[0] ?? 'file';
}

function nameIn(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '');
  return last === undefined ? hostname : last.slice(0, 200);
}
