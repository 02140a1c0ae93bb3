import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Insertable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { Post } from '../../entities/post.ts';
import { PostTag } from '../../entities/post-tag.ts';
import type { FieldName } from '../../shared/post-fields.ts';
import { snakeCase } from '../../shared/snake-case.ts';
import { timestamp, type Clock } from '../clock.ts';
import { postNotFound, appError } from '../errors.ts';
import { forgetExcerpts } from '../events/keep.ts';
import { publicSinceAfter, recordPost, stateOf, stoppedClock } from '../events/posts.ts';
import { prepared } from '../prepared.ts';
import { deleteOldRevisions, deletePlainRevisions, keepRevision } from '../revisions/keep.ts';
import { indexPost, searchable, searchedFields, textsIn } from '../search/post-index.ts';
import { nextVersion } from '../sequence.ts';
import { FIELD_BOUNDARY, foldForSearch } from '../text.ts';
import { markUnscrubbed } from '../unscrubbed.ts';
import { forgetWorkingCopy } from '../working-copies/forget.ts';
import { listIn } from './columns.ts';
import { excerptOf } from './excerpt.ts';
import { foldId, idPattern } from '../../shared/post-id.ts';
import { slugCandidates, slugOf } from './slug.ts';

/** How a new post is found again. */
interface Inserted {
  slug: string;
  version: number;
}

/** The columns that a writer decides. */
export type PostFields = Pick<Post, FieldName | 'excerptMade' | 'encSalt' | 'encIv' | 'encData' | 'sourceKey'>;

/** What nobody sees of a post. */
const unseen: ReadonlySet<keyof PostFields> = new Set(['excerptMade', 'sourceKey'] as const);

/** How a post is written. */
interface Writing {
  /** Whether no events are recorded, for imports. */
  silent?: boolean;
}

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
  { silent = false }: Writing = {},
): Promise<Inserted> {
  // The version comes first: its lock keeps two posts from choosing the same id at once.
  const version = await nextVersion(tx);
  const slug = id ?? (await freeSlug(tx, slugOf(fields.title)));
  await claimSlug(tx, slug);
  const now = timestamp(clock);
  const completed = withExcerpt(fields);
  const stopped = stoppedClock(clock);
  const publicSince = publicSinceAfter(stopped, null, completed);
  const [row] = await insertRow(tx, { ...completed, slug, version, publicSince, createdAt: now, updatedAt: now });
  const { key } = row!;
  await insertCounter(tx, { key });
  await insertSearchText(tx, { key, text: searchText(completed) });
  const tags = listIn(completed.tags);
  if (tags.length > 0) await insertTags(tx, { key, tags });
  await indexPost(tx, key, completed);
  await recordPost(tx, stopped, null, stateOf({ ...completed, key, slug, version, publicSince, updatedAt: now }), {
    silent,
  });
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
  { silent = false }: Writing = {},
): Promise<boolean> {
  const stateBefore = stateOf(post);
  const before: PostFields = { ...post };
  const { excerpt = before.excerpt, ...others } = wanted;
  // An excerpt that only comes back as it was stays one that is made from the content.
  const written = excerpt === before.excerpt ? {} : { excerpt, excerptMade: 0 };
  const after = withExcerpt({ ...before, ...others, ...written });
  const names = (Object.keys(after) as (keyof PostFields)[]).filter((name) => after[name] !== before[name]);
  if (names.length === 0) return false;

  const isSealed = before.protected === 0 && after.protected === 1;
  // The present version is the post itself; it is kept once there is a newer one.
  if (!isSealed) keepRevision(tx, post);
  tx.assign(post, Object.fromEntries(names.map((name) => [name, after[name]])));
  post.version = await nextVersion(tx);
  post.updatedAt = timestamp(clock);
  const stopped = stoppedClock(clock);
  post.publicSince = publicSinceAfter(stopped, stateBefore, post);
  if (names.includes('tags')) await changeTags(tx, post);
  await tx.flush();
  await changeSearchText(tx, { key: post.key, text: searchText(post) });
  await deleteOldRevisions(tx, post.key);
  if (post.protected === 1) await deletePlainRevisions(tx, post.key);
  if (isSealed) await forgetWorkingCopy(tx, post.key);
  if (isSealed) await forgetExcerpts(tx, post);
  if (isSealed) await markUnscrubbed(tx);
  if (searchable.some((name) => names.includes(name))) await indexPost(tx, post.key, post);
  const isChanged = names.some((name) => !unseen.has(name));
  await recordPost(tx, stopped, stateBefore, stateOf(post), { isChanged, silent });
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
    throw appError('POST_EXISTS', `A post with the id "${slug}" already exists; choose another id.`);
  }
  await deleteFormer(tx, { slug });
}

const postCalled = prepared((db, { slug }: { slug: string }) =>
  db.selectFrom('posts').select('key').where('slug', '=', slug),
);

const deleteFormer = prepared((db, { slug }: { slug: string }) =>
  db.deleteFrom('former_slugs').where('slug', '=', slug),
);

// A new post is written by prepared statements: as entities of one flush it took 4.4 ms of CPU time instead of 2.7 ms
// (bench/results/writes.md), while hundreds of posts may come in at once.

type NewRow = PostFields & Pick<Post, 'slug' | 'version' | 'publicSince' | 'createdAt' | 'updatedAt'>;

const insertRow = prepared((db, post: NewRow) => {
  const row = Object.entries(post).map(([name, value]) => [snakeCase(name), value] as const);
  return db
    .insertInto('posts')
    .values(Object.fromEntries(row) as Insertable<Tables['posts']>)
    .returning('key');
});

const insertCounter = prepared((db, { key }: { key: number }) =>
  db.insertInto('post_counters').values({ post_key: key, views: 0, likes: 0 }),
);

const insertSearchText = prepared((db, { key, text }: { key: number; text: string }) =>
  db.insertInto('post_search').values({ post_key: key, text }),
);

// The text that is searched is an index: nobody loads it to change it.
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
  if (!post) throw postNotFound();
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

async function changeTags(tx: SqlEntityManager, post: Post): Promise<void> {
  const stored = await tx.find(PostTag, { post });
  const wanted = listIn(post.tags);
  for (const tag of stored) if (!wanted.includes(tag.name)) tx.remove(tag);
  for (const name of wanted) if (!stored.some((tag) => tag.name === name)) tx.create(PostTag, { post, name });
}

/** What `search` of the lists looks in. */
export function searchText(post: Pick<Post, (typeof searchedFields)[number]>): string {
  return foldForSearch(searchedFields.flatMap((name) => textsIn(post, name)).join(FIELD_BOUNDARY));
}
