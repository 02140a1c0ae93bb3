import { setImmediate } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { z } from 'zod';

import type { CallContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { describeIssue } from '../../issues.ts';
import { longTransaction } from '../../long-transaction.ts';
import { lockVersions } from '../../sequence.ts';
import { addComment } from './add-comment.ts';
import { addCopy, addLink, addSize } from './add-others.ts';
import { addPost } from './add-post.ts';
import { addRevision } from './add-revision.ts';
import { requireBegun } from './begin.ts';
import {
  archivedComment,
  archivedCopy,
  archivedLink,
  archivedPost,
  archivedRevision,
  archivedSize,
  type Added,
  type AddInput,
} from './schemas.ts';

/** What adds a record: false if it is here already. */
type Add<T> = (tx: SqlEntityManager, record: T) => Promise<boolean>;

/**
 * Adds records of an archive as they are, in one transaction: with their ids, versions, times and counters, and without
 * events. What is here already stays as it is. An invalid record is refused individually.
 *
 * @throws PRECONDITION_FAILED unless the import of this archive has begun
 */
export async function addRecords(ctx: CallContext, { archive, ...records }: AddInput): Promise<Added> {
  return longTransaction(ctx.em, async (tx) => {
    const result: Added = { added: 0, unchanged: 0, refused: [] };
    await lockVersions(tx);
    const { lastVersion } = await requireBegun(tx, archive);
    const all = async <S extends z.ZodType>(name: keyof typeof records, schema: S, add: Add<z.output<S>>) => {
      for (const [at, raw] of records[name].entries()) {
        const reason = await addOne(tx, schema, raw, add, result);
        if (reason !== null) result.refused.push({ record: `${name} ${at + 1}`, reason });
        await setImmediate();
      }
    };
    await all('links', archivedLink, addLink);
    await all('posts', archivedPost, (inner, post) => addPost(ctx, inner, post, lastVersion));
    await all('revisions', archivedRevision, addRevision);
    await all('workingCopies', archivedCopy, addCopy);
    await all('comments', archivedComment, addComment);
    await all('sizes', archivedSize, (inner, size) => addSize(ctx, inner, size));
    return result;
  });
}

/** @returns why it was refused; null if it was not */
async function addOne<S extends z.ZodType>(
  tx: SqlEntityManager,
  schema: S,
  raw: unknown,
  add: Add<z.output<S>>,
  result: Added,
): Promise<string | null> {
  const { data, error } = schema.safeParse(raw);
  if (error) return error.issues.map((issue) => describeIssue(issue).message).join(' ');
  try {
    result[(await add(tx, data)) ? 'added' : 'unchanged'] += 1;
    return null;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.message;
  }
}
