import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { Media } from '../../../entities/media.ts';
import { PictureSize } from '../../../entities/picture-size.ts';
import { WorkingCopy } from '../../../entities/working-copy.ts';
import { timestamp } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { appError } from '../../base/errors.ts';
import { recordTag } from '../../data/record.ts';
import { peekPost } from '../../posts/load.ts';
import { findLook, NO_LOOK, writeLook } from '../../taxonomy/looks.ts';
import type { ArchivedCopy, ArchivedLink, ArchivedName, ArchivedSize } from './records.ts';

/**
 * Adds the unpublished changes of a post.
 *
 * @returns false if it has some
 * @throws AppError with the reason why they are refused
 */
export async function addCopy(tx: SqlEntityManager, copy: ArchivedCopy): Promise<boolean> {
  const post = await peekPost(tx, copy.post);
  if ((await tx.count(WorkingCopy, { post })) > 0) return false;
  if (post.protected === 1 && copy.fields.content !== undefined) {
    throw appError('BAD_REQUEST', 'The post is protected: its text cannot be stored without its password.');
  }
  const { baseVersion, savedAt } = copy;
  tx.create(WorkingCopy, { post, baseVersion, fields: JSON.stringify(copy.fields), savedAt });
  await tx.flush();
  recordTag(tx, `copy:${post.slug}`);
  return true;
}

/** Adds a link to the media library. @returns false if it is there */
export async function addLink(
  tx: SqlEntityManager,
  { created_at: createdAt, ...link }: ArchivedLink,
): Promise<boolean> {
  if ((await tx.count(Media, { id: link.id })) > 0) return false;
  tx.create(Media, { ...link, createdAt });
  await tx.flush();
  return true;
}

/** Adds the size of an image. @returns false if it is known */
export async function addSize(ctx: CallContext, tx: SqlEntityManager, size: ArchivedSize): Promise<boolean> {
  const { urlHash: addressHash, width, height } = size;
  if ((await tx.count(PictureSize, { addressHash })) > 0) return false;
  tx.create(PictureSize, { addressHash, width, height, measuredAt: timestamp(ctx.clock) });
  await tx.flush();
  await kyselyOf(tx).deleteFrom('unmeasured_pictures').where('address_hash', '=', addressHash).execute();
  return true;
}

/** Adds what is stored about a tag or category, and the names that it had before. @returns false if all is here */
export async function addName(
  tx: SqlEntityManager,
  { kind, name, formerNames, ...stored }: ArchivedName,
): Promise<boolean> {
  const db = kyselyOf(tx);
  const look = { ...NO_LOOK, ...stored };
  const isDescribed = (await findLook(tx, { kind, name })) !== undefined;
  if (!isDescribed) await writeLook(tx, { kind, name }, look);
  let added = !isDescribed && Object.values(look).some((text) => text !== '');
  for (const former of formerNames) {
    const row = { kind, name: former, current_name: name };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('former_names')
      .values(row)
      .onConflict((conflict) => conflict.columns(['kind', 'name']).doNothing())
      .executeTakeFirstOrThrow();
    added ||= (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  return added;
}
