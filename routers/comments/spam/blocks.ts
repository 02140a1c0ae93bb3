import { kyselyOf } from '../../../entities/kysely.ts';
import { noteObject } from '../../data/audit.ts';
import { inChunks } from '../../../shared/chunks.ts';
import { timestamp } from '../../base/clock.ts';
import { removeComments } from '../remove.ts';
import type { CallContext } from '../../core/context.ts';
import { appError, commentNotFound } from '../../base/errors.ts';
import { longTransaction } from '../../data/long-transaction.ts';
import { newId } from '../../base/new-id.ts';
import type { BlockInput, BlockShape, WriterInput } from './schemas.ts';
import { BLOCK_DAYS, deleteOldBlocks } from '../spam-filter/writers.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Blocks the writer of a comment: later comments from the same IP address, or under the same name, are spam.
 *
 * @throws NOT_FOUND, also when nothing is stored of the writer
 */
export async function blockWriter(ctx: CallContext, { id, by }: BlockInput): Promise<BlockShape> {
  const { author, hash } = await findWriter(ctx, { id, by });
  const block = {
    id: noteObject(newId('b', ctx.clock)),
    kind: by,
    hash,
    name: author,
    created_at: timestamp(ctx.clock),
  };
  const stored = await kyselyOf(ctx.em)
    .insertInto('blocked_writers')
    .values(block)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'hash']).doUpdateSet({ created_at: block.created_at, name: block.name }),
    )
    .returning(['id', 'kind', 'name', 'created_at'])
    .executeTakeFirstOrThrow();
  return toShape(stored);
}

/** The writers who are blocked, the newest first. */
export async function listBlocks({ em, clock }: CallContext): Promise<BlockShape[]> {
  await deleteOldBlocks(em, clock);
  const rows = await kyselyOf(em)
    .selectFrom('blocked_writers')
    .select(['id', 'kind', 'name', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toShape);
}

/** @throws NOT_FOUND */
export async function unblockWriter({ em }: CallContext, id: string): Promise<void> {
  const { numDeletedRows } = await kyselyOf(em)
    .deleteFrom('blocked_writers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw appError('NOT_FOUND', 'There is no blocked author with this id.');
}

/**
 * Deletes all comments from the same IP address, or under the same name, with their replies.
 *
 * @returns the number of deleted comments, replies included
 * @throws NOT_FOUND, also when nothing is stored of the writer
 */
export async function deleteByWriter(ctx: CallContext, { id, by }: WriterInput): Promise<number> {
  const { hash } = await findWriter(ctx, { id, by });
  return longTransaction(ctx.em, async (tx) => {
    const rows = await kyselyOf(tx)
      .selectFrom('comment_checks')
      .innerJoin('comments', 'comments.key', 'comment_checks.comment_key')
      .select('comments.id')
      .where(by === 'ip' ? 'ip_hash' : 'name_hash', '=', hash)
      .orderBy('comments.key')
      .execute();
    const ids = rows.map((row) => row.id);
    let deleted = 0;
    for (const some of inChunks(ids, AT_ONCE)) deleted += await removeComments(tx, ctx.clock, some);
    return deleted;
  });
}

/** Comments for each statement, which limits the number of bound values. */
const AT_ONCE = 500;

async function findWriter({ em }: CallContext, { id, by }: WriterInput): Promise<{ author: string; hash: string }> {
  const row = await kyselyOf(em)
    .selectFrom('comments')
    .leftJoin('comment_checks', 'comment_checks.comment_key', 'comments.key')
    .select(['author', 'ip_hash', 'name_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw commentNotFound();
  const hash = by === 'ip' ? row.ip_hash : row.name_hash;
  if (!hash) throw appError('NOT_FOUND', 'Nothing is known about the author: the spam filter was off.');
  return { author: row.author, hash };
}

type Row = { id: string; kind: 'ip' | 'name'; name: string; created_at: string };

function toShape({ id, kind, name, created_at }: Row): BlockShape {
  const expiresAt = new Date(Date.parse(created_at) + BLOCK_DAYS * DAY).toISOString();
  return { id, by: kind, name, createdAt: created_at, expiresAt };
}
