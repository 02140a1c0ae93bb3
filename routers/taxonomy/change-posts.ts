import { setImmediate } from 'node:timers/promises';

import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { Post } from '../../entities/post.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { inChunks } from '../../shared/chunks.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { publicSinceAfter, recordPost, stateNames, publicationState, stopClock } from '../posts/announce.ts';
import { searchText } from '../posts/store.ts';
import { keepRevisions } from '../posts/keep-revision.ts';
import { putIndexing } from '../posts/index/indexing.ts';
import { nextVersion } from '../data/sequence.ts';
import type { NameKind } from './schemas.ts';

/** The change of a name in posts. */
export interface NameChange {
  kind: NameKind;
  name: string;
  /** Null: it is removed. */
  newName: string | null;
}

/** The fields that such changes concern, as columns store them. */
type Named = Pick<Post, 'tags' | 'category' | 'author' | 'authors'>;

/** A change of fields in many posts. */
export interface FieldsChange {
  /** The posts that it concerns. */
  keysOf(db: Kysely<Tables>): Promise<number[]>;
  /** The changed fields of one of them. */
  change(post: Named): Partial<Named>;
  /** Whether the words of the changed fields are searched. */
  isSearched: boolean;
}

/** The versions of a changed post. */
export interface Versions {
  before: number;
  after: number;
}

/** Posts whose texts are in memory at a time. */
const AT_ONCE = 100;

/**
 * Renames or removes a tag or category in all posts and pages that have it.
 *
 * @param tx a long transaction that holds the lock of the version counter
 * @returns the versions of the changed posts by their keys
 */
export async function changeNameInPosts(
  tx: SqlEntityManager,
  clock: Clock,
  change: NameChange,
): Promise<Map<number, Versions>> {
  const versions = await changeFieldsInPosts(tx, clock, {
    keysOf: (db) => keysNamed(db, change),
    change: (post) => renameIn(post, change),
    isSearched: change.kind === 'tag',
  });
  if (change.kind === 'tag' && versions.size > 0) await changeTagRows(kyselyOf(tx), change);
  return versions;
}

/**
 * Changes fields in many posts and pages, as writes of each of them would: with a version, a revision and an event. By
 * statements for many posts, because all other writes wait for this one: 5 s for 10,000 posts on SQLite. The words of
 * the full-text search follow in jobs.
 *
 * @param tx a long transaction that holds the lock of the version counter
 * @returns the versions of the changed posts by their keys
 */
export async function changeFieldsInPosts(
  tx: SqlEntityManager,
  clock: Clock,
  change: FieldsChange,
): Promise<Map<number, Versions>> {
  const stopped = stopClock(clock);
  // In a fixed order, so that concurrent writers do not deadlock.
  const keys = (await change.keysOf(kyselyOf(tx))).sort((a, b) => a - b);
  const versions = new Map<number, Versions>();
  for (const some of inChunks(keys, AT_ONCE)) {
    for (const changed of await changeSome(tx, stopped, change, some)) {
      versions.set(changed.key, changed);
    }
  }
  if (change.isSearched && keys.length > 0) await putIndexing(tx, clock, keys);
  return versions;
}

async function keysNamed(db: Kysely<Tables>, { kind, name }: NameChange): Promise<number[]> {
  const rows =
    kind === 'tag'
      ? await db.selectFrom('post_tags').select('post_key as key').where('name', '=', name).execute()
      : await db.selectFrom('posts').select('key').where('category', '=', name).execute();
  return rows.map(({ key }) => key);
}

async function changeSome(tx: SqlEntityManager, clock: Clock, { change, isSearched }: FieldsChange, keys: number[]) {
  const db = kyselyOf(tx);
  const fields = [...stateNames, 'authors', 'content'] as const;
  const posts = await tx.find(
    Post,
    { key: { $in: keys } },
    { fields, orderBy: { key: 'asc' }, disableIdentityMap: true },
  );
  const changed = [];
  for (const post of posts) {
    const before = { ...publicationState(post), authors: post.authors };
    const updated = { ...before, ...change(post), version: await nextVersion(tx), updatedAt: timestamp(clock) };
    const after = { ...updated, publicSince: publicSinceAfter(clock, before, updated) };
    changed.push({ before, after, text: searchText({ ...after, content: post.content }) });
    await setImmediate();
  }
  await keepRevisions(tx, keys);
  await writePosts(
    db,
    changed.map(({ after }) => after),
  );
  if (isSearched) await writeSearchTexts(db, changed);
  for (const { before, after } of changed) await recordPost(tx, clock, before, after);
  return changed.map(({ before, after }) => ({ key: after.key, before: before.version, after: after.version }));
}

/** The tags or the category of a post with the new name. */
function renameIn(post: Named, { kind, name, newName }: NameChange) {
  if (kind === 'category') return { category: newName ?? '' };
  return { tags: JSON.stringify(renameTag(JSON.parse(post.tags) as string[], { name, newName })) };
}

/** The tags with the new name in place of the old one, each once. */
export function renameTag(tags: readonly string[], { name, newName }: Pick<NameChange, 'name' | 'newName'>): string[] {
  return [...new Set(tags.flatMap((tag) => (tag !== name ? [tag] : newName === null ? [] : [newName])))];
}

interface WrittenPost extends Named {
  key: number;
  version: number;
  updatedAt: string;
  publicSince: string | null;
}

// PostgreSQL would treat parameters of a VALUES list as text.

async function writePosts(db: Kysely<Tables>, posts: readonly WrittenPost[]): Promise<void> {
  const rows = posts.map(
    ({ key, tags, category, author, authors, version, updatedAt, publicSince }) =>
      sql`(cast(${key} as integer), cast(${tags} as text), cast(${category} as text), cast(${author} as text),
        cast(${authors} as text), cast(${version} as integer), cast(${updatedAt} as text), cast(${publicSince} as text))`,
  );
  await sql`with written (key, tags, category, author, authors, version, updated_at, public_since) as
      (values ${sql.join(rows)})
    update posts set tags = written.tags, category = written.category, author = written.author,
      authors = written.authors, version = written.version,
      updated_at = written.updated_at, public_since = written.public_since, autosaved_by = null, autosaved_since = null,
      slug_made = case when posts.status = 'published' then 0 else posts.slug_made end
    from written where posts.key = written.key`.execute(db);
}

async function writeSearchTexts(
  db: Kysely<Tables>,
  posts: readonly { after: { key: number }; text: string }[],
): Promise<void> {
  const rows = posts.map(({ after, text }) => sql`(cast(${after.key} as integer), cast(${text} as text))`);
  await sql`with written (key, text) as (values ${sql.join(rows)})
    update post_search set text = written.text from written where post_key = written.key`.execute(db);
}

async function changeTagRows(db: Kysely<Tables>, { name, newName }: NameChange): Promise<void> {
  if (newName !== null) {
    await db
      .insertInto('post_tags')
      .columns(['post_key', 'name'])
      .expression((eb) =>
        eb
          .selectFrom('post_tags')
          .select(['post_key', sql<string>`cast(${newName} as text)`.as('name')])
          .where('name', '=', name),
      )
      .onConflict((conflict) => conflict.columns(['post_key', 'name']).doNothing())
      .execute();
  }
  await db.deleteFrom('post_tags').where('name', '=', name).execute();
}
