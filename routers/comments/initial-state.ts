import type { CommentStatus, HeldBecause, Verdict } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { appError } from '../base/errors.ts';
import type { CallContext } from '../core/context.ts';
import { receiptHashes } from './read.ts';
import { checkComment, type Check } from './spam-filter/check.ts';
import type { Written } from './spam-filter/rules.ts';

/** Whether a comment is public, and if not, why. */
export interface ModerationState {
  status: CommentStatus;
  heldBecause: HeldBecause | null;
  verdict: Verdict | null;
}

/** The state of a comment that needs no approval. */
export const approvedState: ModerationState = { status: 'approved', heldBecause: null, verdict: null };

/** The state of a comment that needs approval. */
export function pendingState(heldBecause: HeldBecause): ModerationState {
  return { status: 'pending', heldBecause, verdict: null };
}

/**
 * The state of a comment that is submitted now, and the findings of the spam filter.
 *
 * @param own the key of the comment when it is edited
 * @throws COMMENTS_CLOSED
 */
export async function initialState(
  ctx: CallContext,
  written: Written,
  own?: number,
): Promise<{ state: ModerationState; check: Check | null }> {
  const { commentsEnabled } = await ctx.settings.current();
  if (!commentsEnabled) throw appError('COMMENTS_CLOSED');
  const check = await checkComment(ctx, written, own);
  const verdict = check?.verdict ?? null;
  const looksLikeSpam = check ? verdict !== 'good' : written.isTrapped;
  const state = looksLikeSpam ? pendingState('suspicious') : await moderatedState(ctx);
  return { state: { ...state, verdict }, check };
}

async function moderatedState(ctx: CallContext): Promise<ModerationState> {
  const { commentModeration } = await ctx.settings.current();
  if (commentModeration === 'all') return pendingState('moderation');
  if (commentModeration === 'off') return approvedState;
  return (await isKnownAuthor(ctx)) ? approvedState : pendingState('first');
}

async function isKnownAuthor(ctx: CallContext): Promise<boolean> {
  if (ctx.request.receipts.length === 0) return false;
  const known = await kyselyOf(ctx.em)
    .selectFrom('comments')
    .select('key')
    .where('receipt_hash', 'in', receiptHashes(ctx))
    .where('status', '=', 'approved')
    .executeTakeFirst();
  return known !== undefined;
}
