import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../context.ts';
import { sha256 } from '../secrets.ts';
import { unsizedIn, withSizes } from './html.ts';
import { LONGEST_ADDRESS, type MeasureInput } from './schemas.ts';

/** How many different pictures of a text are looked at; further ones take their room when they come. */
const MOST = 1000;
/** How many posts are looked through for one answer, and how many pictures it names. */
const AT_ONCE = { posts: 10, pictures: 50 };

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
    .selectAll()
    .where('address_hash', 'in', [...hashes.values()])
    .execute();
  const known = new Map(rows.map(({ address_hash, width, height }) => [address_hash, { width, height }]));
  return known.size === 0 ? html : withSizes(html, (address) => known.get(hashes.get(address) ?? ''));
}

/**
 * Notes which pictures of a post nobody has measured yet, in place of what was noted before.
 *
 * @param em inside a transaction
 * @param key of a post that has a rendering
 * @param html of that rendering
 */
export async function noteUnmeasured(em: SqlEntityManager, key: number, html: string): Promise<void> {
  const db = kyselyOf(em);
  await db.deleteFrom('unmeasured_pictures').where('post_key', '=', key).execute();
  const hashes = [...hashesOf(html).values()];
  if (hashes.length === 0) return;
  const rows = await db
    .selectFrom('picture_sizes')
    .select('address_hash')
    .where('address_hash', 'in', hashes)
    .execute();
  const measured = new Set(rows.map(({ address_hash }) => address_hash));
  const waiting = hashes.filter((hash) => !measured.has(hash));
  if (waiting.length === 0) return;
  await db
    .insertInto('unmeasured_pictures')
    .values(waiting.map((address_hash) => ({ post_key: key, address_hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Addresses of pictures that nobody has measured yet, those of the newest posts first. */
export async function unmeasured(ctx: CallContext): Promise<string[]> {
  const db = kyselyOf(ctx.em);
  const posts = db
    .selectFrom('unmeasured_pictures')
    .select('post_key')
    .distinct()
    .orderBy('post_key', 'desc')
    .limit(AT_ONCE.posts);
  const [texts, waiting] = await Promise.all([
    db.selectFrom('renderings').select('html').where('post_key', 'in', posts).orderBy('post_key', 'desc').execute(),
    db.selectFrom('unmeasured_pictures').select('address_hash').distinct().where('post_key', 'in', posts).execute(),
  ]);
  const hashes = new Set(waiting.map(({ address_hash }) => address_hash));
  const addresses = texts.flatMap(({ html }) => [...hashesOf(html)].filter(([, hash]) => hashes.has(hash)));
  return [...new Map(addresses).keys()].slice(0, AT_ONCE.pictures);
}

/** Keeps how large pictures are; those that have no size are not asked for again until their post changes. */
export async function measure(ctx: CallContext, { pictures }: MeasureInput): Promise<void> {
  const rows = new Map(pictures.map(({ address, ...size }) => [sha256(address), size]));
  const sized = [...rows].filter(([, { width, height }]) => width > 0 && height > 0);
  await ctx.em.transactional(async (tx) => {
    const db = kyselyOf(tx);
    for (const [address_hash, size] of sized) {
      await db
        .insertInto('picture_sizes')
        .values({ address_hash, ...size })
        .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(size))
        .execute();
    }
    await db
      .deleteFrom('unmeasured_pictures')
      .where('address_hash', 'in', [...rows.keys()])
      .execute();
  });
}

/** The hashes of the addresses of unsized pictures, by address. */
function hashesOf(html: string): Map<string, string> {
  const addresses = unsizedIn(html)
    .filter(({ length }) => length <= LONGEST_ADDRESS)
    .slice(0, MOST);
  return new Map(addresses.map((address) => [address, sha256(address)]));
}
