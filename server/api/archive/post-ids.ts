import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';

/**
 * The ids of the posts in an archive. What belongs to posts is read after them, when a post may have another id, or be
 * new.
 */
export interface PostIds {
  add(id: string): void;
  /** The id that a post has in the archive; null if the archive lacks it. @param id its present one, or a section */
  inArchive(id: string): Promise<string | null>;
}

export function createPostIds(db: Kysely<Tables>): PostIds {
  const ids = new Set<string>();
  const others = new Map<string, string | null>();

  /** A post gave up the id that it has in the archive when it was renamed. */
  async function find(id: string): Promise<string | null> {
    const rows = await db
      .selectFrom('posts')
      .leftJoin('former_slugs', 'former_slugs.post_key', 'posts.key')
      .select('former_slugs.slug as former')
      .where('posts.slug', '=', id)
      .execute();
    if (rows.length === 0) return id;
    return rows.find(({ former }) => former !== null && ids.has(former))?.former ?? null;
  }

  return {
    add(id) {
      ids.add(id);
    },
    async inArchive(id) {
      if (ids.has(id)) return id;
      if (!others.has(id)) others.set(id, await find(id));
      return others.get(id)!;
    },
  };
}
