import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { readerOf } from '../../core/reader.ts';
import { lockExclusively } from '../../data/exclusive-lock.ts';
import { findUnsized } from './html.ts';
import { hashPictures } from './sizes.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds for which a size is kept: afterwards, with the next version of its post, it is measured again. */
const LASTS = 30 * DAY;
/** Milliseconds after which an image that could not be loaded is listed again. */
const PAUSE = 7 * DAY;
/** The maximum number of images in a response, and of posts that are searched for them. */
const AT_ONCE = { pictures: 50, posts: 10 };

/**
 * Stores which images of a post are to be measured, replacing those stored before.
 *
 * @param em inside a transaction
 * @param key of a post that has a rendering
 * @param html of that rendering
 */
export async function noteUnmeasured(em: SqlEntityManager, clock: Clock, key: number, html: string): Promise<void> {
  await lockExclusively(em, 'pictures');
  const db = kyselyOf(em);
  const hashes = [...hashPictures(findUnsized(html)).values()];
  const before = db.deleteFrom('unmeasured_pictures').where('post_key', '=', key);
  await before.$if(hashes.length > 0, (rows) => rows.where('address_hash', 'not in', hashes)).execute();
  if (hashes.length === 0) return;
  const sizes = db.selectFrom('picture_sizes').select('address_hash').where('address_hash', 'in', hashes);
  const rows = await sizes.where('measured_at', '>', timestamp(clock, -LASTS)).execute();
  const measured = new Set(rows.map(({ address_hash }) => address_hash));
  const waiting = hashes.filter((hash) => !measured.has(hash)).map((address_hash) => ({ post_key: key, address_hash }));
  if (waiting.length === 0) return;
  await db
    .insertInto('unmeasured_pictures')
    .values(waiting)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The URLs of images that are to be measured, those of the newest posts first. */
export async function listUnmeasured(ctx: CallContext): Promise<string[]> {
  const { em, clock } = ctx;
  const db = readerOf(ctx);
  const waiting = db
    .selectFrom('unmeasured_pictures')
    .where(({ or, eb }) => or([eb('tried_at', 'is', null), eb('tried_at', '<', timestamp(clock, -PAUSE))]));
  const posts = await waiting.select('post_key').distinct().orderBy('post_key', 'desc').limit(AT_ONCE.posts).execute();
  const addresses = new Set<string>();
  for (const { post_key } of posts) {
    if (addresses.size >= AT_ONCE.pictures) break;
    const ofPost = await waiting.select('address_hash').where('post_key', '=', post_key).execute();
    const hashes = new Set(ofPost.map(({ address_hash }) => address_hash));
    for (const [address, hash] of hashPictures(findUnsized(await readHtml(em, post_key))))
      if (hashes.has(hash)) addresses.add(address);
  }
  return [...addresses].slice(0, AT_ONCE.pictures);
}

async function readHtml(em: SqlEntityManager, key: number): Promise<string> {
  const kept = kyselyOf(em).selectFrom('renderings').select('html').where('post_key', '=', key);
  return (await kept.executeTakeFirst())?.html ?? '';
}
