import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Post, PostKind } from '../../../entities/post.ts';
import { PreviewLink } from '../../../entities/preview-link.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { checkVersion } from '../../core/precondition.ts';
import { lockVersions, nextVersion } from '../../data/sequence.ts';
import { isPublicAt, recordPost, publicationState, stopClock } from '../announce.ts';
import { deleteOldRevisions, keepRevision } from '../keep-revision.ts';
import { loadPost } from '../load.ts';
import type { TrashInput } from './schemas.ts';

/** How long posts stay in the trash, in milliseconds. */
export const TRASH_KEPT = 30 * 24 * 60 * 60 * 1000;

/**
 * Moves a post or page to the trash, from which it can be restored for 30 days.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function trashPost(
  ctx: CallContext,
  { id, ifVersion }: TrashInput,
  kind: PostKind,
): Promise<{ id: string; expiresAt: string }> {
  return ctx.em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, id, kind);
    checkVersion(ctx, ifVersion, post.version);
    return { id: post.slug, expiresAt: await moveToTrash(tx, ctx.clock, post) };
  });
}

/**
 * Moves a post to the trash: it becomes a draft without publish time, for earlier versions too. Its preview links end, and
 * so does its mailing.
 *
 * @param tx holds the lock of the version counter
 * @returns when it is deleted
 */
export async function moveToTrash(tx: SqlEntityManager, clock: Clock, post: Post): Promise<string> {
  const stopped = stopClock(clock);
  const now = timestamp(stopped);
  const before = publicationState(post);
  await keepRevision(tx, post.key);
  const trashUntil = timestamp(stopped, TRASH_KEPT);
  tx.assign(post, { trashUntil, trashState: nameOfState(now, post), trashPublishAt: post.publishAt ?? null });
  tx.assign(post, { status: 'draft', publishAt: null, publicSince: null, autosavedBy: null, autosavedSince: null });
  tx.assign(post, { version: await nextVersion(tx), updatedAt: now });
  await tx.flush();
  await deleteOldRevisions(tx, post.key);
  await recordPost(tx, stopped, before, publicationState(post));
  await tx.nativeDelete(PreviewLink, { post: post.key });
  await endMailing(tx, now, post.key);
  return trashUntil;
}

function nameOfState(now: string, post: Post): 'draft' | 'scheduled' | 'published' {
  if (post.status === 'draft') return 'draft';
  return isPublicAt(now, post) ? 'published' : 'scheduled';
}

/** After the event, which may have started it. One that was sent is kept, so that no post is mailed twice. */
async function endMailing(tx: SqlEntityManager, now: string, key: number): Promise<void> {
  const db = kyselyOf(tx);
  await db.deleteFrom('mailings').where('post_key', '=', key).where('state', '=', 'wanted').execute();
  const cancelled = await db
    .updateTable('mailings')
    .set({ state: 'cancelled', ended_at: now, problem: null })
    .where('post_key', '=', key)
    .where('state', '=', 'sending')
    .returning('id')
    .execute();
  for (const { id } of cancelled) await db.deleteFrom('mailing_retries').where('mailing_id', '=', id).execute();
}
