import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment } from '../../entities/comment.ts';
import { FormerPostId } from '../../entities/former-post-id.ts';
import { Post } from '../../entities/post.ts';

/**
 * The post with a source key. An export identifies a post that was written here, and has no source key, as
 * `octavo:<id>@<created_at>`; the time distinguishes it from a post with the same id in another instance. It may have
 * been renamed since.
 */
export async function findKnown(tx: SqlEntityManager, sourceKey: string): Promise<Post | null> {
  const known = await tx.findOne(Post, { sourceKey });
  const [, slug, createdAt] = /^octavo:(.+)@([^@]+)$/.exec(sourceKey) ?? [];
  if (known || slug === undefined || createdAt === undefined) return known;
  const written = { createdAt, sourceKey: null };
  const former = await tx.findOne(FormerPostId, { slug, post: written }, { populate: ['post'] });
  return former ? former.post : tx.findOne(Post, { slug, ...written });
}

/** The comment with a source key. An export identifies a comment that was written here as `octavo:<id>`. */
export async function findKnownComment(tx: SqlEntityManager, sourceKey: string): Promise<Comment | null> {
  const populate = ['parent'] as const;
  const known = await tx.findOne(Comment, { sourceKey }, { populate });
  const [, id] = /^octavo:(c-.+)$/.exec(sourceKey) ?? [];
  return known || id === undefined ? known : tx.findOne(Comment, { id, sourceKey: null }, { populate });
}

/** The source key of an unchecked item; "" without one. */
export function keyIn(raw: unknown): string {
  const key = typeof raw === 'object' && raw !== null && 'sourceKey' in raw ? raw.sourceKey : undefined;
  return typeof key === 'string' ? key : '';
}
