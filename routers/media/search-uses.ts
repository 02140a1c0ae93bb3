import { setImmediate } from 'node:timers/promises';
import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { inChunks } from '../../shared/chunks.ts';
import type { Services } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { lockExclusively } from '../data/exclusive-lock.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { putJob } from '../data/queue.ts';
import { findTarget } from '../data/files/targets.ts';

/** The number of posts whose uses are stored in one transaction. */
const BATCH = 50;
/** The number of uses that one statement stores. */
const MAX_ROWS = 1000;
/** How long a request searches, in milliseconds; a job does the rest. */
const SEARCH_MS = 1000;
const JOB = 'media.uses';

type Searching = Pick<Services, 'em' | 'clock' | 'markdown'>;

/** A URL that a post uses. */
interface Use {
  /** Also `cover` for the image of link previews: version 2.24.0 knows no other places. */
  place: 'content' | 'cover' | 'workingCopy';
  target: string;
}

/**
 * Searches the texts that were written since the last time.
 *
 * @returns the number of posts that are still to be searched: a job searches them
 */
export async function searchUses(services: Searching): Promise<number> {
  const { em, clock } = services;
  const end = clock.monotonic() + SEARCH_MS;
  while (await searchSome(services)) {
    if (clock.monotonic() < end) continue;
    const pending = await countUnsearched(em.fork());
    if (pending > 0) await em.fork().transactional((tx) => putJobOnce(tx, services));
    return pending;
  }
  return 0;
}

/** Searches all texts that have to be searched. */
export async function searchAll(services: Searching, signal: AbortSignal): Promise<void> {
  while (await searchSome(services)) signal.throwIfAborted();
}

/**
 * Searches the texts that were written since the last time, within a transaction.
 *
 * @param tx with the lock of the version counter
 */
export async function searchWithin(tx: SqlEntityManager, services: Searching): Promise<void> {
  // Another search must not wait for this one with rows of posts that this transaction is going to change.
  await lockExclusively(tx, 'uses');
  while (await searchSome(services, (work) => work(tx)));
}

function countUnsearched(em: SqlEntityManager): Promise<number> {
  return countRows(kyselyOf(em).selectFrom('unsearched_posts'));
}

/** @returns whether there may be more */
async function searchSome(
  services: Searching,
  inTransaction = (work: (tx: SqlEntityManager) => Promise<void>) => longTransaction(services.em, work),
): Promise<boolean> {
  const unsearched = kyselyOf(services.em.fork()).selectFrom('unsearched_posts').select(['key', 'post_key']);
  const rows = await unsearched.orderBy('key').limit(BATCH).execute();
  if (rows.length === 0) return false;
  const found = new Map<number, Use[]>();
  for (const { key, post_key } of rows) found.set(key, await findUses(services, post_key));
  await inTransaction((tx) => store(tx, rows, found));
  await setImmediate();
  return rows.length === BATCH;
}

/** The URLs that a post uses now. Those of an encrypted text are not known. */
async function findUses({ em, markdown }: Searching, key: number): Promise<Use[]> {
  const post = await kyselyOf(em.fork())
    .selectFrom('posts')
    .leftJoin('working_copies', 'working_copies.post_key', 'posts.key')
    .select(['posts.content', 'posts.cover', 'posts.share_image', 'working_copies.fields'])
    .where('posts.key', '=', key)
    .executeTakeFirst();
  if (!post) return [];
  const copy = JSON.parse(post.fields ?? '{}') as { content?: string; cover?: string; shareImage?: string };
  const inText = async (place: Use['place'], text = '', ...images: string[]) => {
    const targets = [...(await markdown.targetsIn(text)), ...images.map((url) => (url === '' ? '' : findTarget(url)))];
    return [...new Set(targets)].flatMap((target) => (target ? [{ place, target }] : []));
  };
  return [
    ...(await inText('content', post.content)),
    ...(await inText('cover', '', post.cover, post.share_image)),
    ...(await inText('workingCopy', copy.content, copy.cover ?? '', copy.shareImage ?? '')),
  ];
}

/** Stores the uses of posts that have not changed since: each write of a post makes a new row of `unsearched_posts`. */
async function store(
  tx: SqlEntityManager,
  rows: readonly { key: number; post_key: number }[],
  found: ReadonlyMap<number, Use[]>,
): Promise<void> {
  const db = kyselyOf(tx);
  await lockExclusively(tx, 'uses');
  // In the order of all writers: posts, then the rows that refer to them.
  if (!(tx.getPlatform() instanceof SqlitePlatform)) {
    const keys = rows.map(({ post_key }) => post_key);
    await db.selectFrom('posts').select('key').where('key', 'in', keys).orderBy('key').forKeyShare().execute();
  }
  const searched = await db
    .deleteFrom('unsearched_posts')
    .where(
      'key',
      'in',
      rows.map(({ key }) => key),
    )
    .returning(['key', 'post_key'])
    .execute();
  if (searched.length === 0) return;
  const keys = searched.map(({ post_key }) => post_key);
  await db.deleteFrom('media_uses').where('post_key', 'in', keys).execute();
  const uses = searched.flatMap(({ key, post_key }) => found.get(key)!.map((use) => ({ post_key, ...use })));
  for (const some of inChunks(uses, MAX_ROWS)) await db.insertInto('media_uses').values(some).execute();
}

async function putJobOnce(tx: SqlEntityManager, { clock }: Searching): Promise<void> {
  const known = await kyselyOf(tx).selectFrom('jobs').select('id').where('key', '=', JOB).executeTakeFirst();
  // Adding the job again would end a running one.
  if (!known) await putJob(tx, clock, { kind: JOB, data: {}, key: JOB });
}
