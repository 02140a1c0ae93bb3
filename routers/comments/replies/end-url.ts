import type { Services } from '../../core/context.ts';
import { mailUrl, UNSUBSCRIBE_WITHIN } from '../../mail/tokens.ts';
import type { EndScope } from './addresses.ts';

/** The mails about replies that a link ends, and the language of its page. */
export interface EndLink {
  /** The id of the address. */
  address: string;
  language: string;
  scope: EndScope;
}

/** The URL that ends mails about replies, by its page or by POST (RFC 8058). @param siteUrl not "" */
export function endUrl(
  ctx: Pick<Services, 'em' | 'clock'>,
  siteUrl: string,
  { address, language, scope }: EndLink,
): Promise<string> {
  const parts = ['replies', address, language, scope];
  return mailUrl(ctx, siteUrl, { purpose: 'unsubscribe', parts, lasts: UNSUBSCRIBE_WITHIN });
}
