import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { canonicalId } from '../../shared/post-id.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { postFields } from '../../shared/post-fields.ts';
import { assertExpected, MAX_BULK, type BulkOutcome } from '../data/bulk.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { dropDeed, noteObject } from '../data/audit.ts';
import { countRows } from '../data/count-rows.ts';
import { fieldError } from '../base/errors.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { lockVersions } from '../data/sequence.ts';
import { fits } from './all.ts';
import { dayFor } from './day.ts';
import { removePosts } from './remove.ts';
import type { BulkInput } from './schemas.ts';
import { changePost, type PostFields } from './store.ts';
import { moveToTrash } from './trash/move.ts';
import { isOutsideTrash } from './visible.ts';

/**
 * Publishes, hides, deletes, moves to the trash, tags, untags or categorizes many posts in one transaction: those with the ids, ignoring
 * unknown ones, or the next 200 that match a filter.
 *
 * @throws BAD_REQUEST when a post would have too many tags, PRECONDITION_FAILED when another number of posts matches
 */
export async function changeMany(ctx: CallContext, input: BulkInput): Promise<BulkOutcome> {
  const { timeZone } = await ctx.settings.current();
  const outcome = await longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const { slugs, ...place } = input.filter
      ? await matching(ctx, tx, input)
      : { slugs: (input.ids ?? []).map(canonicalId) };
    const keys = await findKeys(tx, slugs);
    const changed = await changeAll(ctx, tx, keys, { ...input, timeZone });
    if (changed === 0) dropDeed();
    return { changed, ...place };
  });
  if (input.action === 'delete' && outcome.changed > 0) await ctx.scrub();
  return outcome;
}

/** The next posts that match the filter. They are found by their ids, since the action may change what they match. */
async function matching({ clock }: CallContext, tx: SqlEntityManager, { filter, expected, after = '' }: BulkInput) {
  const found = kyselyOf(tx)
    .selectFrom('posts')
    .where(fits({ kind: 'post', ...filter }, timestamp(clock)))
    .where('posts.slug', '>', canonicalId(after));
  const total = await countRows(found);
  assertExpected('posts', total, expected);
  const rows = await found.select('posts.slug').orderBy('posts.slug').limit(MAX_BULK).execute();
  const slugs = rows.map(({ slug }) => slug);
  const left = total - slugs.length;
  return { slugs, left, ...(left > 0 && { after: slugs.at(-1)! }) };
}

type Change = (post: Post) => Partial<PostFields>;

/** @returns the number of changed posts */
async function changeAll(
  ctx: CallContext,
  tx: SqlEntityManager,
  keys: number[],
  { timeZone, ...input }: BulkInput & { timeZone: string },
): Promise<number> {
  if (input.action === 'delete') {
    await removePosts(tx, ctx.clock, keys);
    return keys.length;
  }
  if (input.action === 'trash') {
    return changeEach(tx, keys, async (post) => (await moveToTrash(tx, ctx.clock, post)) !== '');
  }
  const change = changeOf({ clock: ctx.clock, timeZone }, input);
  return changeEach(tx, keys, (post) => changePost(tx, ctx.clock, post, change(post)));
}

/** In a fixed order, so that concurrent writers do not deadlock. */
async function findKeys(tx: SqlEntityManager, slugs: string[]): Promise<number[]> {
  if (slugs.length === 0) return [];
  const posts = await kyselyOf(tx)
    .selectFrom('posts')
    .select(['key', 'slug'])
    .where('slug', 'in', slugs)
    .where('kind', '=', 'post')
    .where(isOutsideTrash)
    .orderBy('key')
    .execute();
  posts.forEach(({ slug }) => noteObject(slug));
  return posts.map(({ key }) => key);
}

/** @param change returns whether it changed the post */
async function changeEach(
  tx: SqlEntityManager,
  keys: number[],
  change: (post: Post) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for (const key of keys) {
    const post = await tx.findOne(Post, { key }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (post && (await change(post))) changed += 1;
    // Each flush compares everything that is loaded.
    tx.clear();
  }
  return changed;
}

function changeOf(place: { clock: Clock; timeZone: string }, { action, tag = '', category = '' }: BulkInput): Change {
  const now = timestamp(place.clock);
  switch (action) {
    case 'publish':
      // Publishing means now; a publish time in the past stays.
      return (post) => ({
        status: 'published',
        ...((post.publishAt ?? now) > now && { publishAt: null, ...dayFor(place, null, post) }),
      });
    case 'tag':
      return (post) => withTags(post, (tags) => [...new Set([...tags, tag])]);
    case 'untag':
      return (post) => withTags(post, (tags) => tags.filter((one) => one !== tag));
    case 'category':
      return () => ({ category });
    default:
      return () => ({ status: 'draft' });
  }
}

function withTags(post: Post, change: (tags: string[]) => string[]): Partial<PostFields> {
  const tags = change(JSON.parse(post.tags) as string[]);
  if (tags.length > postFields.tags.most)
    throw fieldError('ids', `The post "${post.slug}" already has ${postFields.tags.most} tags.`);
  return { tags: JSON.stringify(tags) };
}
