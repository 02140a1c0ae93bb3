import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Media, type MediaKind } from '../../entities/media.ts';
import type { CallContext } from '../core/context.ts';
import { appError, type AppError } from '../base/errors.ts';
import { lockExclusively } from '../data/exclusive-lock.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { lockVersions } from '../data/sequence.ts';
import { exchangeFile, findByHash, type FileFacts, type Texts } from './files.ts';
import type { Reservation } from './reservations.ts';
import { prepareTexts, replaceInTexts } from './prepared-texts.ts';
import { replaceInPictures } from './picture-uses.ts';
import { rewriteAll } from './rewrite-posts.ts';
import { mediaNotFound, mediaRow } from './rows.ts';
import { searchUses, searchWithin } from './search-uses.ts';
import { replaceInSettings } from './setting-urls.ts';
import { makeReplacement, mediaTargets } from '../data/files/targets.ts';
import { mediaBases } from './uses.ts';

/**
 * Checks that the file of a record can be replaced, before the new one arrives.
 *
 * @throws NOT_FOUND, BAD_REQUEST for a link, SERVICE_UNAVAILABLE while a job searches the posts
 */
export async function checkReplaceable(ctx: CallContext, id: string): Promise<void> {
  const { path } = await mediaRow(ctx, id);
  if (path === null) throw appError('BAD_REQUEST', 'This is a link; only an uploaded file can be replaced.');
  if ((await searchUses(ctx)) === 0) return;
  throw appError(
    'SERVICE_UNAVAILABLE',
    'Posts are still being searched for the files that they use; try again in a minute.',
    {
      retryAfter: 30,
    },
  );
}

/**
 * Finds out whether the library has the bytes of a new file already.
 *
 * @returns whether they are those of the record itself
 * @throws MEDIA_EXISTS when they are those of another one
 */
export async function isSameFile(em: SqlEntityManager, id: string, hash: string): Promise<boolean> {
  const known = await findByHash(em, hash);
  if (known && known.id !== id) throw mediaExists(known);
  return known !== undefined;
}

/**
 * Replaces the file of a record by one that is in its place, and the URLs of the old one in all posts and working
 * copies that use it, in the settings, and in pictures of authors, tags and categories, in one transaction. Each is an ordinary change of its post.
 *
 * @param written the new texts; absent ones stay
 * @returns the number of posts that were changed, or whose working copies were
 * @throws NOT_FOUND, MEDIA_EXISTS, UNSUPPORTED_FILE_TYPE for another kind, SERVICE_UNAVAILABLE
 */
export async function replaceFile(
  ctx: CallContext,
  id: string,
  reservation: Reservation,
  facts: FileFacts,
  written: Partial<Texts>,
): Promise<number> {
  const bases = await mediaBases(ctx);
  const changesOf = ({ url, path }: { url: string; path: string }) => ({
    targets: mediaTargets({ url, path }, bases),
    replacement: makeReplacement(path, { path: reservation.path, ...facts }, bases),
  });
  const { path: oldPath, url: oldUrl } = await mediaRow(ctx, id);
  if (oldPath === null) throw mediaNotFound();
  const expected = changesOf({ path: oldPath, url: oldUrl });
  const prepared = await prepareTexts(ctx, expected.targets, expected.replacement);

  const posts = await longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    // No post can change after this, so that none is missed; only working copies can.
    await searchWithin(tx, ctx);
    const media = await tx.findOne(Media, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!media?.path) throw mediaNotFound();
    checkKind(media.kind, facts.kind);
    const { key, url, path } = media;
    const { targets, replacement } = changesOf({ url, path });
    // Another replacement may have come first.
    const texts = path === oldPath ? prepared : replaceInTexts(ctx, replacement);
    const changed = await rewriteAll(ctx, tx, targets, { texts, replacement });
    await replaceInSettings(tx, replacement);
    await replaceInPictures(tx, replacement);
    // Last, because uploads wait for it.
    await lockExclusively(tx, 'media');
    await isSameFile(tx, id, facts.hash);
    await exchangeFile(tx, ctx.clock, { key, path }, reservation, { ...facts, ...written });
    return changed;
  });
  ctx.settings.drop();
  return posts;
}

/** An image stays an image: posts show it. @throws UNSUPPORTED_FILE_TYPE */
function checkKind(old: MediaKind, next: MediaKind): void {
  if (old === next) return;
  throw appError(
    'UNSUPPORTED_FILE_TYPE',
    `This file is of the kind "${next}"; it cannot replace one of the kind "${old}".`,
  );
}

function mediaExists({ id, name }: { id: string; name: string }): AppError {
  return appError('MEDIA_EXISTS', `The media library already has this file: "${name}" (${id}).`);
}
