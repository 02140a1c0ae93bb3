import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment } from '../../entities/comment.ts';
import { FormerPostId } from '../../entities/former-post-id.ts';
import type { Post } from '../../entities/post.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { publicSinceAfter, recordPost, publicationState, stopClock } from './announce.ts';
import { fieldError } from '../base/errors.ts';
import { RESERVED, reservedIds } from '../../shared/reserved-ids.ts';
import { checkVersion } from '../core/precondition.ts';
import { deleteOldRevisions, keepRevision } from './keep-revision.ts';
import { lockVersions, nextVersion } from '../data/sequence.ts';
import type { RenameInput } from './schemas.ts';
import { claimSlug } from './ids.ts';
import { loadPost } from './load.ts';

/**
 * Changes the id of a post or page. Its dependent rows stay with it, and its former ids redirect to the new one.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED, POST_EXISTS
 */
export async function renamePost(
  ctx: CallContext,
  { id, newId, ifVersion }: RenameInput,
): Promise<{ id: string; version: number }> {
  return ctx.em.transactional(async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, id);
    checkVersion(ctx, ifVersion, post.version);
    if (newId !== post.slug) {
      if (post.kind === 'page') checkPageId(newId);
      const before = publicationState(post);
      await keepRevision(tx, post.key);
      await lockComments(tx, post);
      await claimSlug(tx, newId);
      tx.create(FormerPostId, { slug: post.slug, post });
      post.slug = newId;
      post.slugMade = 0;
      post.version = await nextVersion(tx);
      post.updatedAt = timestamp(ctx.clock);
      const stopped = stopClock(ctx.clock);
      post.publicSince = publicSinceAfter(stopped, before, post);
      await tx.flush();
      await deleteOldRevisions(tx, post.key);
      await recordPost(tx, stopped, before, publicationState(post));
    }
    return { id: newId, version: post.version };
  });
}

function checkPageId(id: string): void {
  if (reservedIds.has(id)) throw fieldError('newId', `"newId" ${RESERVED}.`);
}

/**
 * Waits for transactions that change a comment of the post: they invalidate tags of the former id, and no response
 * under the new one may be cached before that.
 */
async function lockComments(tx: SqlEntityManager, post: Post): Promise<void> {
  await tx.find(Comment, { post }, { fields: ['key'], orderBy: { key: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
}
