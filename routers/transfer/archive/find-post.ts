import type { SqlEntityManager } from '@mikro-orm/sql';

import { Post } from '../../../entities/post.ts';
import { postNotFound } from '../../errors.ts';
import { slugIn } from '../../posts/store.ts';

/**
 * The post to which a record belongs.
 *
 * @throws NOT_FOUND
 */
export async function findPost(tx: SqlEntityManager, id: string): Promise<Post> {
  const post = await tx.findOne(Post, { slug: slugIn(id) });
  if (!post) throw postNotFound();
  return post;
}
