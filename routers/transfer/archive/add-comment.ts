import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { isWithdrawn } from '../../../shared/withdrawn.ts';
import { insertForeignComment, type Place } from '../../comments/insert-row.ts';
import { slugOrThread } from '../../comments/read-all.ts';
import { textFields } from '../../comments/submit.ts';
import { isSection, MAX_DEPTH } from '../../comments/thread.ts';
import { appError, postNotFound } from '../../base/errors.ts';
import { recordTag } from '../../data/record.ts';
import type { ArchivedComment } from './records.ts';

/** A stored comment. */
interface Known {
  key: number;
  postKey: number | null;
  section: string | null;
  depth: number;
}

/** The data that the comments of a call refer to, read with a few statements for all of them. */
interface Stored {
  /** By their ids. */
  comments: Map<string, Known>;
  sourceKeys: Set<string>;
  /** Keys of posts by their ids. */
  posts: Map<string, number>;
}

/**
 * Prepares the addition of comments as they were stored.
 *
 * @param comments that will be added
 * @returns a function that adds one of them: false if it is already stored. It throws an AppError with the reason why
 *   it is refused.
 */
export async function commentAdder(
  tx: SqlEntityManager,
  comments: readonly ArchivedComment[],
): Promise<(comment: ArchivedComment) => Promise<boolean>> {
  const stored = await loadStored(tx, comments);
  return (comment) => addComment(tx, comment, stored);
}

async function addComment(tx: SqlEntityManager, comment: ArchivedComment, stored: Stored): Promise<boolean> {
  const { id, author, content, sourceKey, status, heldBecause, likes, pinned, featured, owner } = comment;
  if (stored.comments.has(id)) return false;
  const place = findPost(comment, stored);
  if (!place) throw postNotFound();
  const parent = comment.parent === null ? null : stored.comments.get(comment.parent);
  const isInThread = parent && parent.postKey === place.postKey && parent.section === place.section;
  if (comment.parent !== null && (!isInThread || parent.depth >= MAX_DEPTH)) {
    throw appError('BAD_REQUEST', `The comment "${comment.parent}", to which it replies, is not in this thread.`);
  }
  const isTaken = sourceKey !== null && stored.sourceKeys.has(sourceKey);
  if (isTaken) throw appError('BAD_REQUEST', 'Another comment has its "sourceKey".');
  const { digest, ...texts } = textFields(author, content);
  const depth = parent ? parent.depth + 1 : 1;
  const key = await insertForeignComment(tx, {
    ...texts,
    markdown: comment.markdown ?? 0,
    ...place,
    digest: isWithdrawn(comment) ? null : digest,
    id,
    parentKey: parent?.key ?? null,
    depth,
    status,
    heldBecause,
    verdict: null,
    likes,
    pinned,
    featured,
    owner,
    createdAt: comment.created_at,
    sourceKey,
    receiptHash: null,
  });
  stored.comments.set(id, { key, ...place, depth });
  if (sourceKey !== null) stored.sourceKeys.add(sourceKey);
  if (status === 'pending') recordTag(tx, 'moderation');
  return true;
}

async function loadStored(tx: SqlEntityManager, comments: readonly ArchivedComment[]): Promise<Stored> {
  const stored: Stored = { comments: new Map(), sourceKeys: new Set(), posts: new Map() };
  if (comments.length === 0) return stored;
  const db = kyselyOf(tx);
  const ids = comments.flatMap(({ id, parent }) => (parent === null ? [id] : [id, parent]));
  const sourceKeys = comments.flatMap(({ sourceKey }) => sourceKey ?? []);
  const known = await db
    .selectFrom('comments')
    .select(['key', 'id', 'source_key', 'post_key', 'section', 'depth'])
    .where(({ or, eb }) =>
      or([
        eb('id', 'in', [...new Set(ids)]),
        ...(sourceKeys.length > 0 ? [eb('source_key', 'in', [...new Set(sourceKeys)])] : []),
      ]),
    )
    .execute();
  for (const { key, id, source_key, post_key: postKey, section, depth } of known) {
    stored.comments.set(id, { key, postKey, section, depth });
    if (source_key !== null) stored.sourceKeys.add(source_key);
  }
  const slugs = comments.map(({ post }) => slugOrThread(post));
  const posts = await db
    .selectFrom('posts')
    .select(['key', 'slug'])
    .where('slug', 'in', [...new Set(slugs)])
    .execute();
  stored.posts = new Map(posts.map(({ key, slug }) => [slug, key]));
  return stored;
}

function findPost({ post }: ArchivedComment, { posts }: Stored): Place | undefined {
  if (isSection(post)) return { postKey: null, section: post };
  const postKey = posts.get(slugOrThread(post));
  return postKey === undefined ? undefined : { postKey, section: null };
}
