import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { Post } from '../../../entities/post.ts';
import type { CallContext } from '../../core/context.ts';
import { isThreadId } from '../../../shared/thread-address.ts';
import { beginThread } from '../../comments/begin-thread.ts';
import { threadIdForUrl } from '../../comments/page.ts';
import { appError } from '../../base/errors.ts';
import { isPageId, RESERVED } from '../../../shared/reserved-ids.ts';
import { loadPost } from '../../posts/load.ts';
import { insertPost } from '../../posts/store.ts';
import { emptyPost, plainFields } from '../../posts/write.ts';
import { addRedirects } from '../redirects.ts';
import { storedContent } from './stored-content.ts';
import type { ArchivedPost } from './records.ts';

/**
 * Adds a post as it was stored.
 *
 * @param lastVersion the highest version of the archive
 * @returns false if a post has its id already
 * @throws AppError with the reason why it is refused
 */
export async function addPost(
  ctx: CallContext,
  tx: SqlEntityManager,
  post: ArchivedPost,
  lastVersion: number,
): Promise<boolean> {
  if ((await tx.count(Post, { slug: post.id })) > 0) return false;
  if (post.version > lastVersion) throw appError('BAD_REQUEST', '"version" is higher than any version in the archive.');
  if (post.thread || isThreadId(post.id)) return addThread(ctx, tx, post);
  if (post.kind === 'page' && !isPageId(post.id)) throw appError('BAD_REQUEST', `"id" ${RESERVED}.`);
  const isTaken = post.sourceKey !== null && (await tx.count(Post, { sourceKey: post.sourceKey })) > 0;
  if (isTaken) throw appError('BAD_REQUEST', 'Another post has its "sourceKey".');
  const { version, created_at: createdAt, updated_at: updatedAt } = post;
  const fields = {
    ...emptyPost(ctx),
    ...plainFields(post),
    ...storedContent(post),
    kind: post.kind,
    allowComments: post.allowComments ?? 0,
    commentsClosed: post.commentsClosed ?? 0,
    excerptMade: post.automaticExcerpt ? 1 : 0,
    sourceKey: post.sourceKey,
  };
  const times = { createdAt, updatedAt };
  await insertPost(tx, ctx.clock, fields, post.id, { silent: true, times, version });
  const stored = await loadPost(tx, post.id);
  const slugMade = post.automaticId && stored.status === 'draft' ? 1 : 0;
  tx.assign(stored, { sourceState: post.sourceState, slugMade });
  await addRedirects(tx, stored.key, post.aliases);
  await addCounters(tx, stored.key, post);
  return true;
}

/** Adds the row of the comments on a page of another site. */
async function addThread(
  ctx: CallContext,
  tx: SqlEntityManager,
  { id, title, thread: page, version, ...post }: ArchivedPost,
): Promise<boolean> {
  const isOf = page && threadIdForUrl(page.address) === id;
  if (!isOf) throw appError('BAD_REQUEST', '"id" is not that of the thread of "thread.address".');
  const { commentsClosed } = post;
  const thread = { id, title, page: { site: page.site, url: page.address }, commentsClosed };
  const key = await beginThread(ctx, tx, thread, version);
  await addCounters(tx, key, { ...post, id, title, version });
  return true;
}

async function addCounters(
  tx: SqlEntityManager,
  post_key: number,
  { views, likes, days, formerIds }: ArchivedPost,
): Promise<void> {
  const db = kyselyOf(tx);
  await db.updateTable('post_counters').set({ views, likes }).where('post_key', '=', post_key).execute();
  for (const { botViews: bot_views, ...day } of days) {
    await db
      .insertInto('daily_stats')
      .values({ post_key, ...day, bot_views })
      .onConflict((conflict) => conflict.columns(['post_key', 'day']).doNothing())
      .execute();
  }
  for (const slug of formerIds) {
    const isTaken = await db.selectFrom('posts').select('key').where('slug', '=', slug).executeTakeFirst();
    if (isTaken) continue;
    await db
      .insertInto('former_slugs')
      .values({ slug, post_key })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .execute();
  }
}
