import { isWithdrawn } from '../../../shared/withdrawn.ts';
import type { BlogOutputs } from '../../types.ts';
import { ask, RequestError } from './ask.ts';
import { forgetReceipt, type Receipt } from './receipts.ts';

/** Whether the visitor's own comment could not be changed because it was deleted meanwhile, such as in another tab. */
export async function isGone(error: unknown, receipt: Receipt): Promise<boolean> {
  if (!(error instanceof RequestError)) return false;
  const gone = error.code === 'NOT_FOUND' || (error.code === 'RECEIPT_INVALID' && (await isEmpty(receipt)));
  if (gone) forgetReceipt(receipt.id);
  return gone;
}

/** One with replies is still there, and nobody's any more. */
async function isEmpty({ id, thread }: Receipt): Promise<boolean> {
  const path = `/api/posts/${encodeURIComponent(thread)}/comments/${id}`;
  const answer = await ask<BlogOutputs['comments']['get']>(path).catch(() => null);
  return answer !== null && isWithdrawn(answer.comment);
}
