import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Post } from '../../entities/post.ts';
import { PostTag } from '../../entities/post-tag.ts';
import { timestamp, type Clock } from '../clock.ts';
import { noSuchPost, refuse } from '../errors.ts';
import { prepared } from '../prepared.ts';
import { forgetPlainRevisions, keepRevision } from '../revisions/keep.ts';
import { indexPost, searchable } from '../search/post-index.ts';
import { nextVersion } from '../sequence.ts';
import { FIELD_BOUNDARY, foldForSearch } from '../text.ts';
import { markUnscrubbed } from '../unscrubbed.ts';
import { forgetWorkingCopy } from '../working-copies/forget.ts';
import { excerptOf } from './excerpt.ts';
import { foldId, idPattern, slugCandidates, slugOf } from './slug.ts';

/** How a new post is found again. */
interface Inserted {
  slug: string;
  version: number;
}

/** The columns that a writer decides. */
export type PostFields = Pick<
  Post,
  | 'title'
  | 'date'
  | 'excerpt'
  | 'excerptMade'
  | 'cover'
  | 'category'
  | 'tags'
  | 'pinned'
  | 'protected'
  | 'status'
  | 'publishAt'
  | 'content'
  | 'encSalt'
  | 'encIv'
  | 'encData'
  | 'sourceKey'
>;

/**
 * Loads a post to change it; nobody else changes it before the transaction ends.
 *
 * @throws NOT_FOUND
 */
export async function loadPost(tx: SqlEntityManager, id: string): Promise<Post> {
  return found(await tx.findOne(Post, { slug: slugIn(id) }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
}

/**
 * Loads a post to look at it first, outside of any transaction.
 *
 * @throws NOT_FOUND
 */
export async function peekPost(em: SqlEntityManager, id: string): Promise<Post> {
  return found(await em.findOne(Post, { slug: slugIn(id) }));
}

/**
 * Adds a post under the id that is asked for, or under one made from its title.
 *
 * @param id a free id, already folded; absent: made from the title
 * @throws POST_EXISTS when the id is taken
 */
export async function insertPost(
  tx: SqlEntityManager,
  clock: Clock,
  fields: PostFields,
  id?: string,
): Promise<Inserted> {
  // The version comes first: its lock keeps two posts from choosing the same id at once.
  const version = await nextVersion(tx);
  const slug = id ?? (await freeSlug(tx, slugOf(fields.title)));
  await claimSlug(tx, slug);
  const now = timestamp(clock);
  const completed = withExcerpt(fields);
  const [row] = await insertRow(tx, { ...completed, slug, version, now });
  const { key } = row!;
  await insertCounter(tx, { key });
  await insertSearchText(tx, { key, text: searchText(completed) });
  const tags = JSON.parse(completed.tags) as string[];
  if (tags.length > 0) await insertTags(tx, { key, tags });
  await indexPost(tx, key, completed);
  return { slug, version };
}

/**
 * Writes what differs. A change that changes nothing leaves version and time as they are.
 *
 * @returns whether anything changed
 */
export async function changePost(
  tx: SqlEntityManager,
  clock: Clock,
  post: Post,
  wanted: Partial<PostFields>,
): Promise<boolean> {
  const before: PostFields = { ...post };
  const { excerpt = before.excerpt, ...others } = wanted;
  // An excerpt that only comes back as it was stays one that is made from the content.
  const written = excerpt === before.excerpt ? {} : { excerpt, excerptMade: 0 };
  const after = withExcerpt({ ...before, ...others, ...written });
  const names = (Object.keys(after) as (keyof PostFields)[]).filter((name) => after[name] !== before[name]);
  if (names.length === 0) return false;

  const isSealed = before.protected === 0 && after.protected === 1;
  // The present version is the post itself; it is kept once there is a newer one.
  if (!isSealed) await keepRevision(tx, post.key);
  tx.assign(post, Object.fromEntries(names.map((name) => [name, after[name]])));
  post.version = await nextVersion(tx);
  post.updatedAt = timestamp(clock);
  if (names.includes('tags')) {
    await tx.nativeDelete(PostTag, { post });
    addTagRows(tx, post);
  }
  await changeSearchText(tx, { key: post.key, text: searchText(post) });
  await tx.flush();
  if (post.protected === 1) await forgetPlainRevisions(tx, post.key);
  if (isSealed) await forgetWorkingCopy(tx, post.key);
  if (isSealed) await markUnscrubbed(tx);
  if (searchable.some((name) => names.includes(name))) await indexPost(tx, post.key, post);
  return true;
}

/**
 * Makes sure that an id is free for a post, in a transaction that holds the version counter's lock. One that was formerly
 * another post's leads there no longer.
 *
 * @throws POST_EXISTS
 */
export async function claimSlug(tx: SqlEntityManager, slug: string): Promise<void> {
  const [taken] = await postCalled(tx, { slug });
  if (taken) {
    throw refuse('POST_EXISTS', `A post with the id "${slug}" exists already; choose another id.`);
  }
  await forgetFormer(tx, { slug });
}

const postCalled = prepared((db, { slug }: { slug: string }) =>
  db.selectFrom('posts').select('key').where('slug', '=', slug),
);

const forgetFormer = prepared((db, { slug }: { slug: string }) =>
  db.deleteFrom('former_slugs').where('slug', '=', slug),
);

const insertRow = prepared((db, post: PostFields & Pick<Post, 'slug' | 'version'> & { now: string }) =>
  db
    .insertInto('posts')
    .values({
      slug: post.slug,
      title: post.title,
      date: post.date,
      excerpt: post.excerpt,
      excerpt_made: post.excerptMade,
      cover: post.cover,
      category: post.category,
      tags: post.tags,
      pinned: post.pinned,
      protected: post.protected,
      status: post.status,
      publish_at: post.publishAt,
      version: post.version,
      created_at: post.now,
      updated_at: post.now,
      source_key: post.sourceKey,
      enc_salt: post.encSalt,
      enc_iv: post.encIv,
      enc_data: post.encData,
      content: post.content,
    })
    .returning('key'),
);

const insertCounter = prepared((db, { key }: { key: number }) =>
  db.insertInto('post_counters').values({ post_key: key, views: 0, likes: 0 }),
);

const insertSearchText = prepared((db, { key, text }: { key: number; text: string }) =>
  db.insertInto('post_search').values({ post_key: key, text }),
);

const changeSearchText = prepared((db, { key, text }: { key: number; text: string }) =>
  db.updateTable('post_search').set({ text }).where('post_key', '=', key),
);

const insertTags = prepared((db, { key, tags }: { key: number; tags: string[] }) =>
  db.insertInto('post_tags').values(tags.map((name) => ({ post_key: key, name }))),
);

/** The first of `slug`, `slug-2`, `slug-3` … that no post has. */
export async function freeSlug(tx: SqlEntityManager, slug: string): Promise<string> {
  const candidates = slugCandidates(slug);
  for (;;) {
    const some = Array.from({ length: 50 }, () => candidates.next().value);
    const taken = await tx.find(Post, { slug: { $in: some } }, { fields: ['slug'] });
    const free = some.find((candidate) => !taken.some((post) => post.slug === candidate));
    if (free !== undefined) return free;
  }
}

function found(post: Post | null): Post {
  if (!post) throw noSuchPost();
  return post;
}

/** The slug that an id means; "", which no post has, when it cannot be one. */
export function slugIn(id: string): string {
  const slug = foldId(id);
  return idPattern.test(slug) ? slug : '';
}

function withExcerpt(fields: PostFields): PostFields {
  if (fields.excerptMade === 0) return fields;
  return { ...fields, excerpt: fields.protected === 1 ? '' : excerptOf(fields.content) };
}

function addTagRows(tx: SqlEntityManager, post: Post): void {
  for (const name of JSON.parse(post.tags) as string[]) tx.create(PostTag, { post, name });
}

function searchText({ title, excerpt, tags, content }: PostFields): string {
  const words = [title, excerpt, ...(JSON.parse(tags) as string[]), content];
  return foldForSearch(words.join(FIELD_BOUNDARY));
}
