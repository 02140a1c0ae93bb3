import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { canonicalId } from '../../../shared/post-id.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { Post } from '../../../entities/post.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { appError } from '../../base/errors.ts';
import type { CallContext, Services } from '../../core/context.ts';
import { checkVersion } from '../../core/precondition.ts';
import { dropDeed, MAX_ENTRIES, noteObject } from '../../data/audit.ts';
import { countRows } from '../../data/count-rows.ts';
import { longTransaction } from '../../data/long-transaction.ts';
import { lockVersions, nextVersion } from '../../data/sequence.ts';
import { recordPost, publicationState } from '../announce.ts';
import { deleteOldRevisions, keepRevision } from '../keep-revision.ts';
import { removePosts } from '../remove.ts';
import { TRASH_KEPT } from './move.ts';
import type { TrashedPost, TrashInput, TrashListInput } from './schemas.ts';

/** Posts that one transaction deletes: each may have thousands of comments. */
const AT_ONCE = 20;

/** A page of the posts and pages in the trash, and their number. */
export async function listTrash(
  ctx: CallContext,
  { page, pageSize }: TrashListInput,
): Promise<{ posts: TrashedPost[]; total: number }> {
  const found = kyselyOf(ctx.em).selectFrom('posts').where('trash_until', '>', timestamp(ctx.clock));
  const rows = await found
    .select(['slug', 'kind', 'title', 'version', 'trash_until', 'trash_state', 'trash_publish_at'])
    .orderBy('trash_until', 'desc')
    .orderBy('key', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const posts = rows.map(({ slug, kind, title, version, ...row }) => {
    const expiresAt = row.trash_until!;
    const trashedAt = new Date(Date.parse(expiresAt) - TRASH_KEPT).toISOString();
    const status = row.trash_state ?? 'draft';
    return { id: slug, kind, title, status, publishAt: row.trash_publish_at, version, trashedAt, expiresAt };
  });
  return { posts, total: await countRows(found) };
}

/**
 * Restores a post or page as a draft, with its id, comments, counters, versions and former ids.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function restorePost(
  ctx: CallContext,
  { id, ifVersion }: TrashInput,
): Promise<{ id: string; version: number }> {
  return ctx.em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    const post = await loadFromTrash(tx, ctx.clock, id);
    checkVersion(ctx, ifVersion, post.version);
    const before = publicationState(post);
    await keepRevision(tx, post.key);
    tx.assign(post, { trashUntil: null, trashState: null, trashPublishAt: null });
    tx.assign(post, { version: await nextVersion(tx), updatedAt: timestamp(ctx.clock) });
    await tx.flush();
    await deleteOldRevisions(tx, post.key);
    await recordPost(tx, ctx.clock, before, publicationState(post));
    return { id: post.slug, version: post.version };
  });
}

/**
 * Deletes a post or page in the trash for ever.
 *
 * @throws NOT_FOUND
 */
export async function deleteFromTrash(ctx: CallContext, id: string): Promise<string> {
  const slug = await longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const post = await loadFromTrash(tx, ctx.clock, id);
    await removePosts(tx, ctx.clock, [post.key]);
    return post.slug;
  });
  await ctx.scrub();
  return slug;
}

/** Deletes everything that is in the trash now. @returns the number of posts and pages */
export function emptyTrash(ctx: CallContext): Promise<number> {
  return deleteUntil(ctx, timestamp(ctx.clock, TRASH_KEPT));
}

/** Deletes what has been in the trash for 30 days. */
export async function deleteExpired(services: Pick<Services, 'em' | 'clock' | 'scrub'>): Promise<void> {
  await deleteUntil(services, timestamp(services.clock));
}

/** In several transactions, so that other writes do not wait. @param time ISO 8601 in UTC */
async function deleteUntil(
  { em, clock, scrub }: Pick<Services, 'em' | 'clock' | 'scrub'>,
  time: string,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    // Most runs of the housekeeping find nothing, and need no lock.
    if ((await keysUntil(em.fork(), time)).length === 0) break;
    deleted += await longTransaction(em, async (tx) => {
      await lockVersions(tx);
      if (deleted === 0) await noteAll(tx, time);
      const keys = await keysUntil(tx, time);
      await removePosts(tx, clock, keys);
      return keys.length;
    });
  }
  if (deleted > 0) await scrub();
  else dropDeed();
  return deleted;
}

/** The audit log is written by the first of the transactions. */
async function noteAll(tx: SqlEntityManager, time: string): Promise<void> {
  const found = kyselyOf(tx).selectFrom('posts').select('slug').where('trash_until', '<=', time);
  const posts = await found.limit(MAX_ENTRIES).execute();
  posts.forEach(({ slug }) => noteObject(slug));
}

async function keysUntil(em: SqlEntityManager, time: string): Promise<number[]> {
  const rows = await kyselyOf(em)
    .selectFrom('posts')
    .select('key')
    .where('trash_until', '<=', time)
    .orderBy('trash_until')
    .orderBy('key')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ key }) => key).sort((a, b) => a - b);
}

async function loadFromTrash(tx: SqlEntityManager, clock: Clock, id: string): Promise<Post> {
  const where = { slug: canonicalId(id), trashUntil: { $gt: timestamp(clock) } };
  const post = await tx.findOne(Post, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!post) throw appError('NOT_FOUND', 'There is no post or page with this id in the trash.');
  return post;
}
