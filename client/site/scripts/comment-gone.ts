import { isWithdrawn } from '../../../shared/withdrawn.ts';
import type { BlogOutputs } from '../../api/types.ts';
import { ask, RequestError } from './ask.ts';
import { forgetReceipt, type Receipt } from './receipts.ts';

/** Whether an edit failed because the comment has been deleted, such as in another tab. */
export async function isGone(error: unknown, receipt: Receipt): Promise<boolean> {
  if (!(error instanceof RequestError)) return false;
  const gone = error.code === 'NOT_FOUND' || (error.code === 'RECEIPT_INVALID' && (await isEmpty(receipt)));
  if (gone) forgetReceipt(receipt.id);
  return gone;
}

/** A deleted comment with replies still exists, but without an author. */
async function isEmpty({ id, thread }: Receipt): Promise<boolean> {
  const path = `/api/posts/${encodeURIComponent(thread)}/comments/${id}`;
  const answer = await ask<BlogOutputs['comments']['get']>(path).catch(() => null);
  return answer !== null && isWithdrawn(answer.comment);
}
