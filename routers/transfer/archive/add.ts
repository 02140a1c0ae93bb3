import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';

import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../base/errors.ts';
import { describeIssue } from '../../base/issues.ts';
import { dropDeed } from '../../data/audit.ts';
import { longTransaction } from '../../data/long-transaction.ts';
import { lockVersions } from '../../data/sequence.ts';
import { commentAdder } from './add-comment.ts';
import { addAuthor } from './add-author.ts';
import { addCopy, addLink, addName, addSize } from './add-others.ts';
import { addPost } from './add-post.ts';
import { addRevision } from './add-revision.ts';
import { requireBegun } from './begin.ts';
import {
  archivedAuthor,
  archivedComment,
  archivedCopy,
  archivedLink,
  archivedName,
  archivedPost,
  archivedRevision,
  archivedSize,
} from './records.ts';
import type { Added, AddInput } from './schemas.ts';

/** Adds a record. @returns false if it is already stored */
type Add<T> = (record: T) => Promise<boolean>;

/**
 * Adds records of an archive as they are, in one transaction: with their ids, versions, times and counters, and without
 * events. Existing records stay as they are. An invalid record is refused individually.
 *
 * @throws PRECONDITION_FAILED unless the import of this archive has begun
 */
export async function addRecords(ctx: CallContext, { archive, ...records }: AddInput): Promise<Added> {
  return longTransaction(ctx.em, async (tx) => {
    const result: Added = { added: 0, unchanged: 0, refused: [] };
    await lockVersions(tx);
    const { lastVersion } = await requireBegun(tx, archive);
    const all = async <S extends z.ZodType>(
      name: keyof typeof records,
      schema: S,
      adder: (valid: z.output<S>[]) => Add<z.output<S>> | Promise<Add<z.output<S>>>,
    ) => {
      const parsed = records[name].map((raw) => schema.safeParse(raw));
      const add = await adder(parsed.flatMap(({ success, data }) => (success ? [data] : [])));
      for (const [at, { data, error }] of parsed.entries()) {
        const reason = error ? refusalReason(error) : await addOne(data!, add, result);
        if (reason !== null) result.refused.push({ record: `${name} ${at + 1}`, reason });
        await setImmediate();
      }
    };
    await all('links', archivedLink, () => (link) => addLink(tx, link));
    await all('authors', archivedAuthor, () => (author) => addAuthor(tx, author));
    await all('posts', archivedPost, () => (post) => addPost(ctx, tx, post, lastVersion));
    await all('revisions', archivedRevision, () => (revision) => addRevision(tx, revision));
    await all('workingCopies', archivedCopy, () => (copy) => addCopy(tx, copy));
    await all('comments', archivedComment, (comments) => commentAdder(tx, comments));
    await all('sizes', archivedSize, () => (size) => addSize(ctx, tx, size));
    await all('names', archivedName, () => (name) => addName(tx, name));
    if (result.added === 0) dropDeed();
    return result;
  });
}

function refusalReason(error: z.ZodError): string {
  return error.issues.map((issue) => describeIssue(issue).message).join(' ');
}

/** @returns why it was refused; null if it was not */
async function addOne<T>(record: T, add: Add<T>, result: Added): Promise<string | null> {
  try {
    result[(await add(record)) ? 'added' : 'unchanged'] += 1;
    return null;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.message;
  }
}
