import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Insertable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { Post } from '../../entities/post.ts';
import { PostTag } from '../../entities/post-tag.ts';
import { fold } from '../../shared/fold.ts';
import type { FieldName } from '../../shared/post-fields.ts';
import { snakeCase } from '../../shared/snake-case.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { dropDeed } from '../data/audit.ts';
import { forgetExcerpts } from '../data/forget-texts.ts';
import { publicSinceAfter, recordPost, publicationState, stopClock } from './announce.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { deleteOldRevisions, deletePlainRevisions, keepRevision } from './keep-revision.ts';
import {
  indexPost,
  reindexPost,
  searchable,
  searchedFields,
  fieldTexts,
  type ContentWords,
} from './index/post-index.ts';
import { nextVersion } from '../data/sequence.ts';
import { cleanText, FIELD_BOUNDARY } from '../base/text.ts';
import { markUnscrubbed } from '../data/unscrubbed.ts';
import { forgetWorkingCopy } from './forget-working-copy.ts';
import { NO_AUTHORS, withByline } from './bylines.ts';
import { continuesSeries, nextMarks } from './autosave.ts';
import { parseList } from './columns.ts';
import { makeExcerpt } from './text/excerpt.ts';
import { claimSlug, freeSlug, takenIdFinder } from './ids.ts';
import { makeSlug } from './slug.ts';

/** The identifiers of a new post. */
interface Inserted {
  key: number;
  slug: string;
  version: number;
}

/** The columns that an author controls. */
export type PostFields = Pick<
  Post,
  | FieldName
  | 'kind'
  | 'allowComments'
  | 'commentsClosed'
  | 'excerptMade'
  | 'encSalt'
  | 'encIv'
  | 'encData'
  | 'sourceKey'
>;

/** Columns that no response contains. */
const unseen: ReadonlySet<keyof PostFields> = new Set(['excerptMade', 'sourceKey'] as const);

/** Options of a write. */
export interface Writing {
  /** Whether to record no events, for imports. */
  silent?: boolean;
  /** The times of the post in the source of an import, in UTC. */
  times?: SourceTimes | undefined;
  /** The session or API key that saves a draft automatically (`autosaverName`). */
  autosaver?: string | undefined;
  /** The new id of a draft that follows its title. */
  slug?: string | undefined;
  /** The words of the new content, found before the transaction had its locks. */
  words?: ContentWords | undefined;
  /** For a post of an archive: its version, which no other has. Its excerpt stays as it is. */
  version?: number;
}

/** When a post was created, and when it last changed. */
export interface SourceTimes {
  createdAt: string;
  updatedAt: string;
}

/**
 * Inserts a post with the requested id, or one generated from its title.
 *
 * @param id a free id in canonical form; absent: generated from the title
 * @throws POST_EXISTS when the id is taken
 */
export async function insertPost(
  tx: SqlEntityManager,
  clock: Clock,
  fields: PostFields & Partial<Pick<Post, 'sourceState'>>,
  id?: string,
  { silent = false, times, version: ownVersion, words }: Writing = {},
): Promise<Inserted> {
  // The version first: its lock prevents two posts from choosing the same id.
  const version = ownVersion ?? (await nextVersion(tx));
  const slug = id ?? (await freeSlug(tx, makeSlug(fields.title), takenIdFinder(fields.kind)));
  await claimSlug(tx, slug);
  const now = timestamp(clock);
  const { createdAt, updatedAt } = times ?? { createdAt: now, updatedAt: now };
  const signed = { ...fields, ...(await withByline(tx, { author: '', authors: NO_AUTHORS }, fields)) };
  const completed = ownVersion === undefined ? withExcerpt(signed) : signed;
  const stopped = stopClock(clock);
  const publicSince = publicSinceAfter(stopped, null, completed);
  const slugMade = id === undefined && fields.status === 'draft' ? 1 : 0;
  const [row] = await insertRow(tx, { ...completed, slug, slugMade, version, publicSince, createdAt, updatedAt });
  const { key } = row!;
  await insertCounter(tx, { key });
  await insertSearchText(tx, { key, text: searchText(completed) });
  const tags = parseList(completed.tags);
  if (tags.length > 0) await insertTags(tx, { key, tags });
  await indexPost(tx, key, completed, words);
  await recordPost(tx, stopped, null, publicationState({ ...completed, key, slug, version, publicSince, updatedAt }), {
    silent,
  });
  return { key, slug, version };
}

/**
 * Writes the differences. Without any, version and time stay unchanged.
 *
 * @returns whether anything changed
 */
export async function changePost(
  tx: SqlEntityManager,
  clock: Clock,
  post: Post,
  wanted: Partial<PostFields>,
  { silent = false, times, autosaver, slug = post.slug, words }: Writing = {},
): Promise<boolean> {
  const stateBefore = publicationState(post);
  const before: PostFields = { ...post };
  const { excerpt = before.excerpt, ...others } = wanted;
  const written = isSame(excerpt, before.excerpt) ? {} : { excerpt, excerptMade: 0 };
  const byline = await withByline(tx, before, others);
  const after = withExcerpt({ ...before, ...others, ...written, ...byline });
  const names = (Object.keys(after) as (keyof PostFields)[]).filter((name) => after[name] !== before[name]);
  const isRedated = times !== undefined && times.createdAt !== post.createdAt;
  if (names.length === 0 && !isRedated) {
    if (autosaver === undefined) await endAutosaves(tx, post);
    else dropDeed();
    return false;
  }

  const isNewlyProtected = before.protected === 0 && after.protected === 1;
  // The current version is the post itself; it becomes a revision when there is a newer one.
  const isReplaced = autosaver !== undefined && continuesSeries(post, autosaver, clock);
  // The audit log tells the first autosave of a series.
  if (isReplaced) dropDeed();
  const isKept = !isNewlyProtected && names.length > 0 && !isReplaced;
  if (isKept) await keepRevision(tx, post.key);
  tx.assign(post, Object.fromEntries(names.map((name) => [name, after[name]])));
  tx.assign(post, { ...nextMarks(post, autosaver, clock), slug, ...(post.status === 'published' && { slugMade: 0 }) });
  post.version = await nextVersion(tx);
  post.createdAt = times?.createdAt ?? post.createdAt;
  // A source that changed without a later time has none of its own for this change.
  const isSourceTime = times !== undefined && (names.length === 0 || times.updatedAt > post.updatedAt);
  post.updatedAt = isSourceTime ? times.updatedAt : timestamp(clock);
  const stopped = stopClock(clock);
  post.publicSince = publicSinceAfter(stopped, stateBefore, post);
  if (names.includes('tags')) await changeTags(tx, post);
  await tx.flush();
  if (isKept) await deleteOldRevisions(tx, post.key);
  if (post.protected === 1) await deletePlainRevisions(tx, post.key);
  if (isNewlyProtected) await forgetWorkingCopy(tx, post.key);
  if (isNewlyProtected) await forgetExcerpts(tx, post);
  if (isNewlyProtected) await markUnscrubbed(tx);
  if (searchable.some((name) => names.includes(name))) {
    await changeSearchText(tx, { key: post.key, text: searchText(post) });
    await reindexPost(tx, post.key, post, words);
  }
  const isChanged = isRedated || names.some((name) => !unseen.has(name));
  await recordPost(tx, stopped, stateBefore, publicationState(post), { isChanged, silent });
  return true;
}

// New posts are written by prepared statements: as entities of one flush a post took 4.4 ms of CPU time instead of
// 2.7 ms (bench/results/writes.md), and hundreds of posts may be imported at once.

type NewRow = PostFields & Pick<Post, 'slug' | 'slugMade' | 'version' | 'publicSince' | 'createdAt' | 'updatedAt'>;

export const insertRow = prepareQuery((db, post: NewRow) => {
  const row = Object.entries(post).map(([name, value]) => [snakeCase(name), value] as const);
  return db
    .insertInto('posts')
    .values(Object.fromEntries(row) as Insertable<Tables['posts']>)
    .returning('key');
});

export const insertCounter = prepareQuery((db, { key }: { key: number }) =>
  db.insertInto('post_counters').values({ post_key: key, views: 0, likes: 0 }),
);

const insertSearchText = prepareQuery((db, { key, text }: { key: number; text: string }) =>
  db.insertInto('post_search').values({ post_key: key, text }),
);

// The search text is an index, so it is not loaded before a change.
export const changeSearchText = prepareQuery((db, { key, text }: { key: number; text: string }) =>
  db.updateTable('post_search').set({ text }).where('post_key', '=', key),
);

const insertTags = prepareQuery((db, { key, tags }: { key: number; tags: string[] }) =>
  db.insertInto('post_tags').values(tags.map((name) => ({ post_key: key, name }))),
);

function withExcerpt(fields: PostFields): PostFields {
  if (fields.excerptMade === 0) return fields;
  return { ...fields, excerpt: fields.protected === 1 ? '' : makeExcerpt(fields.content) };
}

/** An excerpt that is sent back is still a generated one. It arrives in NFC, and a generated one is as in the source. */
function isSame(excerpt: string, stored: string): boolean {
  return excerpt === stored || excerpt === cleanText(stored, { lineFeeds: true });
}

/** A write that changes nothing else still marks a version to be kept. */
async function endAutosaves(tx: SqlEntityManager, post: Post): Promise<void> {
  if (post.autosavedBy === null) return;
  tx.assign(post, { autosavedBy: null, autosavedSince: null });
  await tx.flush();
}

async function changeTags(tx: SqlEntityManager, post: Post): Promise<void> {
  const stored = await tx.find(PostTag, { post });
  const wanted = parseList(post.tags);
  for (const tag of stored) if (!wanted.includes(tag.name)) tx.remove(tag);
  for (const name of wanted) if (!stored.some((tag) => tag.name === name)) tx.create(PostTag, { post, name });
}

/** The text in which `search` of the lists searches. */
export function searchText(post: Pick<Post, (typeof searchedFields)[number]>): string {
  return searchedFields
    .flatMap((name) => fieldTexts(post, name))
    .map(fold)
    .join(FIELD_BOUNDARY);
}
