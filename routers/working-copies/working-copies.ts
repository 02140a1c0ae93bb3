import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { WorkingCopy } from '../../entities/working-copy.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { appError, fieldError } from '../base/errors.ts';
import { recordTag } from '../data/record.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { wishMailing } from '../posts/mailing/start.ts';
import { checkVersion } from '../core/precondition.ts';
import { notOfProtected, versionNeeded } from '../posts/autosave.ts';
import { makeByline, checkByline, findAuthors } from '../posts/bylines.ts';
import { parseList, storedFields } from '../posts/columns.ts';
import { checkCover } from '../posts/cover.ts';
import { loadPost, peekPost } from '../posts/load.ts';
import { changePost } from '../posts/store.ts';
import { lockVersions } from '../data/sequence.ts';
import { forgetWorkingCopy } from '../posts/forget-working-copy.ts';
import {
  workingFields,
  type DiscardInput,
  type PublishInput,
  type SaveInput,
  type WorkingCopyShape,
} from './schemas.ts';

export type WorkingFields = SaveInput['fields'];

/**
 * The unpublished changes of a post; null if there are none.
 *
 * @throws NOT_FOUND
 */
export async function getWorkingCopy(ctx: CallContext, id: string): Promise<WorkingCopyShape | null> {
  const { key } = await peekPost(ctx.em, id);
  return findCopy(ctx.em, key);
}

/**
 * Saves unpublished changes, replacing earlier ones. They are not public.
 *
 * @returns the time
 * @throws NOT_FOUND, PRECONDITION_FAILED, BAD_REQUEST (text of a protected post)
 */
export async function saveWorkingCopy(ctx: CallContext, input: SaveInput): Promise<string> {
  const { id, baseVersion, ifVersion, ifSavedAt, autosave } = input;
  if (autosave) checkPreconditions(ctx, input);
  return ctx.em.fork().transactional(async (tx) => {
    // Its lock prevents the post from becoming protected in the meantime.
    const post = await loadPost(tx, id);
    checkVersion(ctx, ifVersion, post.version);
    await checkByline(tx, input.fields, post, 'fields.');
    const fields = await signedFields(tx, post, input.fields);
    const before = await findCopy(tx, post.key);
    checkCover(fields.cover, [post.cover, before?.fields.cover ?? ''], 'fields.cover');
    if (ifSavedAt !== undefined) checkCopy(before, post, ifSavedAt);
    if (post.protected === 1 && autosave) throw notOfProtected();
    if (post.protected === 1) refuseText(fields);
    const savedAt = timeAfter(before?.savedAt, timestamp(ctx.clock));
    const copy = { baseVersion, fields: JSON.stringify(fields), savedAt };
    const stored = await tx.findOne(WorkingCopy, { post });
    if (stored) tx.assign(stored, copy);
    else tx.create(WorkingCopy, { ...copy, post });
    recordTag(tx, `copy:${post.slug}`);
    return savedAt;
  });
}

/**
 * Discards the unpublished changes, if any.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function discardWorkingCopy(ctx: CallContext, { id, ifSavedAt }: DiscardInput): Promise<void> {
  await ctx.em.fork().transactional(async (tx) => {
    // Its lock prevents another working copy from being saved in the meantime.
    const post = await loadPost(tx, id);
    const copy = await findCopy(tx, post.key);
    if (copy && ifSavedAt !== undefined) checkCopy(copy, post, ifSavedAt);
    await forgetWorkingCopy(tx, post.key);
    recordTag(tx, `copy:${post.slug}`);
  });
}

/**
 * Applies the changes to the post, unless it has changed since they were started; `ifVersion` and If-Match name another
 * version to apply them to.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function publishWorkingCopy(
  ctx: CallContext,
  { id, ifVersion, ifSavedAt, notifySubscribers }: PublishInput,
): Promise<{ id: string; version: number }> {
  return longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, id);
    const copy = await findCopy(tx, post.key);
    if (!copy) throw appError('NOT_FOUND', 'This post has no working copy.');
    if (ifSavedAt !== undefined) checkCopy(copy, post, ifSavedAt);
    const begun = ctx.request.ifMatch === undefined ? copy.baseVersion : undefined;
    checkVersion(ctx, ifVersion ?? begun, post.version);
    await changePost(tx, ctx.clock, post, storedFields(copy.fields, workingFields));
    await forgetWorkingCopy(tx, post.key);
    await wishMailing(ctx, tx, post.slug, notifySubscribers);
    return { id: post.slug, version: post.version };
  });
}

/** With the names of its authors, as the post will have them. */
async function signedFields(tx: SqlEntityManager, post: Post, fields: WorkingFields): Promise<WorkingFields> {
  if (fields.authors === undefined && fields.author === undefined) return fields;
  const authors = await findAuthors(tx, fields.authors ?? parseList(post.authors));
  return authors.length === 0 ? fields : { ...fields, author: makeByline(authors) };
}

async function findCopy(em: SqlEntityManager, key: number): Promise<WorkingCopyShape | null> {
  const row = await kyselyOf(em)
    .selectFrom('working_copies')
    .selectAll()
    .where('post_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const fields = JSON.parse(row.fields) as WorkingCopyShape['fields'];
  return { baseVersion: row.base_version, savedAt: row.saved_at, fields };
}

function checkCopy(copy: WorkingCopyShape | null, { version }: Post, savedAt: string | null): void {
  if ((copy?.savedAt ?? null) === savedAt) return;
  throw appError('PRECONDITION_FAILED', 'The working copy has changed in the meantime; load it first.', {
    currentVersion: version,
  });
}

/** Without them an autosave would replace what was saved elsewhere. */
function checkPreconditions(ctx: CallContext, { ifVersion, ifSavedAt }: SaveInput): void {
  if (ifVersion === undefined && ctx.request.ifMatch === undefined) throw versionNeeded();
  if (ifSavedAt === undefined) throw fieldError('ifSavedAt', 'An autosave needs the working copy that it replaces.');
}

/** The time of a save, later than that of the working copy it replaces, so that `ifSavedAt` tells them apart. */
export function timeAfter(before: string | undefined, now: string): string {
  return before === undefined || before < now ? now : new Date(Date.parse(before) + 1).toISOString();
}

function refuseText({ content, excerpt }: WorkingFields): void {
  const field = content !== undefined ? 'content' : excerpt !== undefined ? 'excerpt' : null;
  if (field === null) return;
  throw fieldError(
    `fields.${field}`,
    `A working copy is not encrypted, so that of a protected post takes no ${field}; change the post itself.`,
  );
}
