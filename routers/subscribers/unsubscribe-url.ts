import type { Services } from '../context.ts';
import { mailPath, signMailToken, UNSUBSCRIBE_WITHIN } from '../mail/tokens.ts';

/** Whose subscription a link ends, and the language of its page. */
export interface UnsubscribeLink {
  id: string;
  language: string;
}

/** The URL that ends a subscription, by its page or by POST (RFC 8058). @param siteUrl not "" */
export async function unsubscribeUrl(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  siteUrl: string,
  { id, language }: UnsubscribeLink,
): Promise<string> {
  const expires = clock.now() + UNSUBSCRIBE_WITHIN;
  const parts = ['subscriber', id, language];
  return siteUrl + mailPath('unsubscribe', await signMailToken(em, clock, { purpose: 'unsubscribe', parts, expires }));
}
