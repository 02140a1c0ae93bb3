import type { Services } from '../context.ts';
import { mailPath, signMailToken, UNSUBSCRIBE_WITHIN } from '../mail/tokens.ts';

/** The URL that ends a subscription, by its page or by POST (RFC 8058). @param siteUrl not "" */
export async function unsubscribeUrl(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  siteUrl: string,
  id: string,
): Promise<string> {
  const expires = clock.now() + UNSUBSCRIBE_WITHIN;
  const token = await signMailToken(em, clock, { purpose: 'unsubscribe', parts: ['subscriber', id], expires });
  return siteUrl + mailPath('unsubscribe', token);
}
