import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { sha256 } from '../secrets.ts';
import { takeTurn } from '../turn.ts';
import { unsizedIn, withSizes } from './html.ts';
import { LONGEST_ADDRESS, type MeasureInput } from './schemas.ts';

/** How many different pictures of a text are looked at; further ones take their room when they come. */
const MOST = 1000;

/**
 * Gives the pictures of a text the sizes that are known of them.
 *
 * @param html as the renderer wrote it
 */
export async function sizePictures(em: SqlEntityManager, html: string): Promise<string> {
  const hashes = hashesOf(html);
  if (hashes.size === 0) return html;
  const rows = await kyselyOf(em)
    .selectFrom('picture_sizes')
    .select(['address_hash', 'width', 'height'])
    .where('address_hash', 'in', [...hashes.values()])
    .execute();
  const known = new Map(rows.map(({ address_hash, ...size }) => [address_hash, size]));
  return known.size === 0 ? html : withSizes(html, (address) => known.get(hashes.get(address) ?? ''));
}

/** Keeps how large pictures are; those that did not come (0 by 0) are not asked for again for a week. */
export async function measure(ctx: CallContext, { pictures }: MeasureInput): Promise<void> {
  const now = timestamp(ctx.clock);
  const byHash = [...new Map(pictures.map(({ address, ...size }) => [sha256(address), size]))];
  const came = byHash.filter(([, { width, height }]) => width > 0 && height > 0);
  const all = byHash.map(([hash]) => hash);
  await ctx.em.transactional(async (tx) => {
    await takeTurn(tx, 'pictures');
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

/** The hashes of the addresses of unsized pictures, by address; only they are kept, since a post may get protected. */
export function hashesOf(html: string): Map<string, string> {
  const addresses = unsizedIn(html).filter(({ length }) => length <= LONGEST_ADDRESS);
  return new Map(addresses.slice(0, MOST).map((address) => [address, sha256(address)]));
}
