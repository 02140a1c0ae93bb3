import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { ImageSize } from '../../../shared/image-size.ts';
import { timestamp } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { sha256 } from '../../base/secrets.ts';
import { lockExclusively } from '../../data/exclusive-lock.ts';
import { pathInUrl } from '../files.ts';
import { MAX_URL_LENGTH, type MeasureInput } from './schemas.ts';

/** The maximum number of different images of a text; further ones get their space only when they are loaded. */
const MAX_IMAGES = 1000;

/** Finds the measured sizes of images by their URLs. */
export async function findSizes(em: SqlEntityManager, urls: readonly string[]): Promise<Map<string, ImageSize>> {
  const hashes = hashPictures(urls);
  if (hashes.size === 0) return new Map();
  const rows = await kyselyOf(em)
    .selectFrom('picture_sizes')
    .select(['address_hash', 'width', 'height'])
    .where('address_hash', 'in', [...hashes.values()])
    .execute();
  const known = new Map(rows.map(({ address_hash, ...size }) => [address_hash, size]));
  return new Map(
    [...hashes].flatMap(([url, hash]) => {
      const size = known.get(hash);
      return size ? [[url, size] as const] : [];
    }),
  );
}

/** Stores the sizes of images; those that could not be loaded (0 by 0) are not requested again for a week. */
export async function measure(ctx: CallContext, { pictures }: MeasureInput): Promise<void> {
  const now = timestamp(ctx.clock);
  const byHash = [...new Map(pictures.map(({ address, ...size }) => [sha256(address), size]))];
  const came = byHash.filter(([, { width, height }]) => width > 0 && height > 0);
  const all = byHash.map(([hash]) => hash);
  await ctx.em.transactional(async (tx) => {
    await lockExclusively(tx, 'pictures');
    const db = kyselyOf(tx);
    if (came.length > 0) {
      await db
        .insertInto('picture_sizes')
        .values(came.map(([address_hash, size]) => ({ address_hash, ...size, measured_at: now })))
        .onConflict((conflict) =>
          conflict.column('address_hash').doUpdateSet(({ ref }) => ({
            width: ref('excluded.width'),
            height: ref('excluded.height'),
            measured_at: ref('excluded.measured_at'),
          })),
        )
        .execute();
      const hashes = came.map(([hash]) => hash);
      await db.deleteFrom('unmeasured_pictures').where('address_hash', 'in', hashes).execute();
    }
    await db.updateTable('unmeasured_pictures').set({ tried_at: now }).where('address_hash', 'in', all).execute();
  });
}

/**
 * The hashes of the URLs of images without a size, by URL. Only hashes are stored, because a post may become protected.
 * Uploads need none.
 */
export function hashPictures(unsized: readonly string[]): Map<string, string> {
  const urls = unsized.filter((url) => url.length <= MAX_URL_LENGTH && pathInUrl(url) === undefined);
  return new Map(urls.slice(0, MAX_IMAGES).map((url) => [url, sha256(url)]));
}
