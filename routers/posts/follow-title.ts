import type { SqlEntityManager } from '@mikro-orm/sql';

import { FormerPostId } from '../../entities/former-post-id.ts';
import type { Post } from '../../entities/post.ts';
import { makeSlug } from './slug.ts';
import { freeSlug, takenIdFinder } from './ids.ts';

/**
 * The id of a draft whose title changes: a new one if the current id was made from the title and the draft was never
 * published. An id that redirects to another post is not taken.
 *
 * @param tx holds the lock of the version counter
 * @param title the new one; undefined: unchanged
 */
export async function idFollowing(
  tx: SqlEntityManager,
  post: Pick<Post, 'kind' | 'slug' | 'slugMade' | 'title'>,
  title: string | undefined,
): Promise<string> {
  if (post.slugMade === 0 || title === undefined || makeSlug(title) === makeSlug(post.title)) return post.slug;
  return freeSlug(tx, makeSlug(title), async (_, candidates) => {
    const former = await tx.find(FormerPostId, { slug: { $in: candidates } }, { fields: ['slug'] });
    const taken = await takenIdFinder(post.kind)(tx, candidates);
    return [...taken, ...former.map(({ slug }) => slug)].filter((slug) => slug !== post.slug);
  });
}
