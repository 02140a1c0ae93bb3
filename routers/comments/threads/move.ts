import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { inChunks } from '../../../shared/chunks.ts';
import { isThreadId, pageAddress } from '../../../shared/thread-address.ts';
import { AppError, appError, fieldError } from '../../base/errors.ts';
import { readPage, threadIdForUrl, type Page } from '../page.ts';
import type { CallContext } from '../../core/context.ts';
import { recordTag } from '../../data/record.ts';
import { longTransaction } from '../../data/long-transaction.ts';
import { lockVersions } from '../../data/sequence.ts';
import { removePosts } from '../../posts/remove.ts';
import { readCsv } from '../../../shared/read-csv.ts';
import { addReactions } from './reactions.ts';

/** Comments for each statement. */
const AT_ONCE = 500;
/** Rows of a file. */
const MAX_ROWS = 10_000;

/** What changes of a thread; absent fields stay as they are. */
interface ThreadChanges {
  url?: string | undefined;
  allowComments?: number | undefined;
}

/**
 * Gives a thread another address, and closes it for visitors or opens it again. If the address has a thread already, the
 * comments are added to that one.
 *
 * @returns the id of the thread now
 * @throws NOT_FOUND, BAD_REQUEST, SITE_UNKNOWN
 */
export async function updateThread(
  ctx: CallContext,
  id: string,
  { url, allowComments }: ThreadChanges,
): Promise<string> {
  const page = url === undefined ? undefined : await readPage(ctx, url);
  return longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const isKnown = page ? await move(ctx, tx, id, page) : isThreadId(id);
    const current = page?.id ?? id;
    const thread = isKnown ? await findThread(tx, current) : undefined;
    if (!thread) throw appError('NOT_FOUND', 'There is no thread with this id.');
    if (allowComments !== undefined) {
      const fields = { comments_closed: 1 - allowComments };
      await kyselyOf(tx).updateTable('posts').set(fields).where('key', '=', thread.key).execute();
    }
    return current;
  });
}

/** What became of the rows of a file. */
export interface MoveReport {
  moved: number;
  /** The rows whose old address has no thread. */
  unknown: { line: number; url: string }[];
  /** The rows that were left out, with the reason. */
  refused: { line: number; reason: string }[];
}

/**
 * Moves threads by a CSV file with an old and a new address in each row. Each row is moved by itself.
 *
 * @throws BAD_REQUEST for a file with too many rows
 */
export async function moveThreads(ctx: CallContext, csv: string, dryRun: boolean): Promise<MoveReport> {
  const rows = [...readCsv(csv)];
  if (rows.length > MAX_ROWS) throw fieldError('csv', `"csv" must have at most ${MAX_ROWS} rows; send it in parts.`);
  const report: MoveReport = { moved: 0, unknown: [], refused: [] };
  for (const [at, { line, fields }] of rows.entries()) {
    const [from = '', to = ''] = fields.map((field) => field.trim());
    // Names of columns.
    if (at === 0 && pageAddress(from) === null && pageAddress(to) === null) continue;
    try {
      if (!pageAddress(from)) throw fieldError('csv', 'The first column must be the old address of a page.');
      const page = await readPage(ctx, to);
      const id = threadIdForUrl(from);
      const moveOne = async (tx: SqlEntityManager) => {
        await lockVersions(tx);
        return move(ctx, tx, id, page);
      };
      const known = dryRun ? await exists(ctx, id) : await longTransaction(ctx.em, moveOne);
      if (known) report.moved += 1;
      else report.unknown.push({ line, url: from });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report.refused.push({ line, reason: error.message });
    }
  }
  return report;
}

async function exists({ em }: CallContext, id: string): Promise<boolean> {
  return (await findThread(em, id)) !== undefined;
}

/**
 * @param tx holds the lock of the version counter
 * @returns whether there is a thread with this id
 */
async function move(ctx: CallContext, tx: SqlEntityManager, id: string, page: Page & { id: string }): Promise<boolean> {
  const db = kyselyOf(tx);
  const from = isThreadId(id) ? await findThread(tx, id) : undefined;
  if (!from) return false;
  const to = id === page.id ? undefined : await findThread(tx, page.id);
  recordTag(tx, 'moderation');
  if (to) {
    await mergeComments(tx, from.key, to.key);
    await addReactions(tx, id, page.id);
    await removePosts(tx, ctx.clock, [from.key]);
    return true;
  }
  const { site, url: address } = page;
  if (from.title === from.address)
    await db.updateTable('posts').set({ title: address }).where('key', '=', from.key).execute();
  await db.updateTable('threads').set({ site, address }).where('post_key', '=', from.key).execute();
  if (id !== page.id) {
    await db.updateTable('posts').set({ slug: page.id }).where('key', '=', from.key).execute();
    await addReactions(tx, id, page.id);
  }
  return true;
}

function findThread(em: SqlEntityManager, id: string) {
  return kyselyOf(em)
    .selectFrom('posts')
    .innerJoin('threads', 'threads.post_key', 'posts.key')
    .select(['posts.key', 'posts.title', 'threads.address'])
    .where('posts.slug', '=', id)
    .executeTakeFirst();
}

/**
 * Adds the comments of one thread to another. While they move they are pending: the triggers count approved comments by
 * changes of the status.
 */
async function mergeComments(tx: SqlEntityManager, from: number, to: number): Promise<void> {
  const db = kyselyOf(tx);
  const known = db.selectFrom('comments').select('digest').where('post_key', '=', to).where('digest', 'is not', null);
  // The same text by the same author is in both: the digest is unique in a thread.
  await db
    .updateTable('comments')
    .set({ digest: null })
    .where('post_key', '=', from)
    .where('digest', 'in', known as never)
    .execute();
  const approved = await db
    .selectFrom('comments')
    .select('key')
    .where('post_key', '=', from)
    .where('status', '=', 'approved')
    .orderBy('key')
    .execute();
  for (const some of inChunks(approved, AT_ONCE)) {
    const keys = some.map(({ key }) => key);
    await db.updateTable('comments').set({ status: 'pending' }).where('key', 'in', keys).execute();
  }
  await db.updateTable('comments').set({ post_key: to }).where('post_key', '=', from).execute();
  for (const some of inChunks(approved, AT_ONCE)) {
    const keys = some.map(({ key }) => key);
    await db.updateTable('comments').set({ status: 'approved' }).where('key', 'in', keys).execute();
  }
}
