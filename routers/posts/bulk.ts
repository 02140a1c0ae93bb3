import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { postFields } from '../../shared/post-fields.ts';
import { timestamp, type Clock } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { fieldError } from '../errors.ts';
import { longTransaction } from '../long-transaction.ts';
import { lockVersions } from '../sequence.ts';
import { dayFor } from './day.ts';
import { removePosts } from './remove.ts';
import type { BulkInput } from './schemas.ts';
import { changePost, slugIn, type PostFields } from './store.ts';

/**
 * Publishes, hides, deletes, tags or untags many posts in one transaction. Unknown ids are ignored.
 *
 * @returns the number of changed or deleted posts
 * @throws BAD_REQUEST when a post would have too many tags
 */
export async function changeMany(ctx: CallContext, input: BulkInput): Promise<number> {
  const { timeZone } = await ctx.settings.current();
  const changed = await longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const slugs = [...new Set(input.ids.map(slugIn))];
    if (input.action === 'delete') return removeEach(ctx, tx, slugs);
    return changeEach(ctx, tx, slugs, changeOf({ clock: ctx.clock, timeZone }, input));
  });
  if (input.action === 'delete' && changed > 0) await ctx.scrub();
  return changed;
}

type Change = (post: Post) => Partial<PostFields>;

async function removeEach({ clock }: CallContext, tx: SqlEntityManager, slugs: string[]): Promise<number> {
  const keys = await keysOf(tx, slugs);
  await removePosts(tx, clock, keys);
  return keys.length;
}

/** In a fixed order, so that concurrent writers do not deadlock. */
async function keysOf(tx: SqlEntityManager, slugs: string[]): Promise<number[]> {
  const posts = kyselyOf(tx).selectFrom('posts').select('key').where('slug', 'in', slugs).where('kind', '=', 'post');
  return (await posts.orderBy('key').execute()).map(({ key }) => key);
}

async function changeEach(ctx: CallContext, tx: SqlEntityManager, slugs: string[], change: Change): Promise<number> {
  let changed = 0;
  for (const key of await keysOf(tx, slugs)) {
    const post = await tx.findOne(Post, { key }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (post && (await changePost(tx, ctx.clock, post, change(post)))) changed += 1;
    // Each flush compares everything that is loaded.
    tx.clear();
  }
  return changed;
}

function changeOf(place: { clock: Clock; timeZone: string }, { action, tag = '' }: BulkInput): Change {
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
    default:
      return () => ({ status: 'draft' });
  }
}

function withTags(post: Post, change: (tags: string[]) => string[]): Partial<PostFields> {
  const tags = change(JSON.parse(post.tags) as string[]);
  if (tags.length > postFields.tags.most)
    throw fieldError('ids', `The post "${post.slug}" has ${postFields.tags.most} tags already.`);
  return { tags: JSON.stringify(tags) };
}
