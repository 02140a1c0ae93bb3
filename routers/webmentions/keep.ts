import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment } from '../../entities/comment.ts';
import { timestamp } from '../base/clock.ts';
import { insertCommentRow } from '../comments/insert-row.ts';
import { removeComments } from '../comments/remove.ts';
import { pendingState } from '../comments/initial-state.ts';
import { shapeOfNew, textFields } from '../comments/submit.ts';
import type { CallContext } from '../core/context.ts';
import { recordCreated, recordDeleted } from '../comments/announce.ts';
import { recordTag } from '../data/record.ts';
import { newId } from '../base/new-id.ts';
import { checkComment, storeCheck, type Check } from '../comments/spam-filter/check.ts';
import { learnDecision } from '../comments/decide.ts';
import { isSpam } from '../comments/spam-filter/verdict.ts';
import { mentionKey, mentionKeys } from '../comments/source-key.ts';
import type { PostThread } from './target.ts';

/** The text of a mention, as its comment shows it. */
export interface MentionText {
  author: string;
  content: string;
}

/**
 * Stores a mention as a pending comment, or updates its comment. A mention that the owner has declared spam
 * stays as it is.
 */
export async function keepMention(
  ctx: CallContext,
  thread: PostThread,
  source: string,
  text: MentionText,
): Promise<void> {
  const check = await checkComment(ctx, { ...text, source, isTrapped: false, seconds: undefined });
  try {
    await ctx.em.fork().transactional(async (tx) => {
      const known = await findMention(tx, thread, source);
      await (known ? change(ctx, tx, known, text, check) : add(ctx, tx, thread, source, text, check));
    });
  } catch (thrown) {
    // The post has this text already, such as from the same author under another URL.
    if (!isDouble(ctx, thrown)) throw thrown;
  }
}

/**
 * Removes a mention whose source is gone or no longer mentions the post. A published one becomes pending: it may have
 * replies.
 */
export async function dropMention(ctx: CallContext, thread: PostThread, source: string): Promise<void> {
  await ctx.em.fork().transactional(async (tx) => {
    const known = await findMention(tx, thread, source);
    if (!known || isSpam(known)) return;
    if (known.status === 'pending') {
      await removeComments(tx, ctx.clock, [known.id]);
    } else {
      tx.assign(known, pendingState('moderation'));
      recordTag(tx, 'moderation');
      await tx.flush();
    }
  });
}

function findMention(tx: SqlEntityManager, { postKey }: PostThread, source: string): Promise<Comment | null> {
  const [from, to] = mentionKeys(source);
  const where = { post: postKey, sourceKey: { $gte: from, $lt: to } };
  return tx.findOne(Comment, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

async function add(
  ctx: CallContext,
  tx: SqlEntityManager,
  thread: PostThread,
  source: string,
  { author, content }: MentionText,
  check: Check | null,
): Promise<void> {
  const state = stateFor(check);
  const comment = {
    id: newId('c', ctx.clock),
    postKey: thread.postKey,
    section: null,
    parentKey: null,
    depth: 1,
    ...state,
    createdAt: timestamp(ctx.clock),
    receiptHash: null,
    sourceKey: mentionKey(source, thread.id),
    ...textFields(author, content),
    // Text of a page.
    markdown: 0 as const,
  };
  const shape = shapeOfNew({ ...comment, owner: 0 }, null, thread);
  recordCreated(tx, ctx.clock, { ...shape, post_title: thread.title, heldBecause: state.heldBecause }, state.verdict);
  const [row] = await insertCommentRow(tx, comment);
  if (check) await storeCheck(tx, ctx, row!.key, check);
}

async function change(
  ctx: CallContext,
  tx: SqlEntityManager,
  known: Comment,
  { author, content }: MentionText,
  check: Check | null,
): Promise<void> {
  const isSame = known.author === author && known.content === content;
  if (isSame || isSpam(known)) return;
  const state = stateFor(check);
  // The owner has decided on the former text only.
  await learnDecision(tx, [known.id], null);
  // As when the owner declares it to be spam.
  if (state.verdict === 'spam') await recordDeleted(tx, ctx.clock, [known]);
  tx.assign(known, { ...textFields(author, content), ...state });
  recordTag(tx, 'moderation');
  await tx.flush();
  if (check) await storeCheck(tx, ctx, known.key, check);
}

/** Every mention is pending until the owner approves it. */
function stateFor(check: Check | null) {
  const verdict = check?.verdict ?? null;
  return { ...pendingState(verdict === null || verdict === 'good' ? 'moderation' : 'suspicious'), verdict };
}

function isDouble({ em }: CallContext, thrown: unknown): boolean {
  const converter = em.getPlatform().getExceptionConverter();
  return converter.convertException(thrown as Error) instanceof UniqueConstraintViolationException;
}
