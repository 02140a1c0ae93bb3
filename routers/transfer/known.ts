import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { FormerPostId } from '../../entities/former-post-id.ts';
import { kyselyOf } from '../../entities/kysely.ts';
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

/** The posts with these source keys, as `findKnown` finds them, by source key. */
export async function findAllKnown(tx: SqlEntityManager, sourceKeys: string[]): Promise<Map<string, Post>> {
  const found = await tx.find(Post, { sourceKey: { $in: sourceKeys } });
  const known = new Map(found.map((post) => [post.sourceKey!, post]));
  for (const sourceKey of sourceKeys) {
    if (known.has(sourceKey) || !sourceKey.startsWith('octavo:')) continue;
    const post = await findKnown(tx, sourceKey);
    if (post) known.set(sourceKey, post);
  }
  return known;
}

/** The place of a stored comment: its thread and its parent. */
export interface KnownComment {
  key: number;
  postKey: number | null;
  section: string | null;
  parentKey: number | null;
  depth: number;
}

/**
 * The comments with these source keys, by source key. An export identifies a comment that was written here as
 * `octavo:<id>`. They are not deleted before the transaction ends, so that they can get replies.
 */
export async function findKnownComments(
  tx: SqlEntityManager,
  sourceKeys: string[],
): Promise<Map<string, KnownComment>> {
  const ids = sourceKeys.flatMap((key) => /^octavo:(c-.+)$/.exec(key)?.[1] ?? []);
  const found = kyselyOf(tx)
    .selectFrom('comments')
    .select(['key', 'id', 'source_key', 'post_key', 'section', 'parent_key', 'depth'])
    .where(({ or, and, eb }) =>
      or([
        eb('source_key', 'in', sourceKeys),
        ...(ids.length > 0 ? [and([eb('id', 'in', ids), eb('source_key', 'is', null)])] : []),
      ]),
    )
    .orderBy('key');
  const rows = await (tx.getPlatform() instanceof SqlitePlatform ? found : found.forKeyShare()).execute();
  const known = rows.map(({ key, id, source_key, post_key, section, parent_key, depth }) => {
    const place = { key, postKey: post_key, section, parentKey: parent_key, depth };
    return [source_key ?? `octavo:${id}`, place] as const;
  });
  return new Map(known);
}

/** The source key of an unchecked item; "" without one. */
export function readSourceKey(raw: unknown): string {
  const key = typeof raw === 'object' && raw !== null && 'sourceKey' in raw ? raw.sourceKey : undefined;
  return typeof key === 'string' ? key : '';
}
