import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Post, type PostKind } from '../../entities/post.ts';
import { canonicalId } from '../../shared/post-id.ts';
import { pageNotFound, postNotFound } from '../base/errors.ts';

/**
 * Loads a post to change it, and locks it until the transaction ends.
 *
 * @param kind absent: a post or a page
 * @throws NOT_FOUND
 */
export async function loadPost(tx: SqlEntityManager, id: string, kind?: PostKind): Promise<Post> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  return requirePost(await tx.findOne(Post, whereId(id, kind), { lockMode }), kind);
}

/**
 * Loads a post outside of a transaction, to check it first.
 *
 * @param kind absent: a post or a page
 * @throws NOT_FOUND
 */
export async function peekPost(em: SqlEntityManager, id: string, kind?: PostKind): Promise<Post> {
  return requirePost(await em.findOne(Post, whereId(id, kind)), kind);
}

/** The conditions of a post or page outside of the trash. */
function whereId(id: string, kind: PostKind | undefined) {
  return { slug: canonicalId(id), trashUntil: null, ...(kind && { kind }) };
}

function requirePost(post: Post | null, kind: PostKind | undefined): Post {
  if (!post) throw kind === 'page' ? pageNotFound() : postNotFound();
  return post;
}
