import type { Services } from '../core/context.ts';
import { mailUrl, UNSUBSCRIBE_WITHIN } from '../mail/tokens.ts';

/** The subscriber whose subscription a link ends, and the language of its page. */
export interface UnsubscribeLink {
  id: string;
  language: string;
}

/** The URL that ends a subscription, by its page or by POST (RFC 8058). @param siteUrl not "" */
export function unsubscribeUrl(
  ctx: Pick<Services, 'em' | 'clock'>,
  siteUrl: string,
  { id, language }: UnsubscribeLink,
): Promise<string> {
  const parts = ['subscriber', id, language];
  return mailUrl(ctx, siteUrl, { purpose: 'unsubscribe', parts, lasts: UNSUBSCRIBE_WITHIN });
}
