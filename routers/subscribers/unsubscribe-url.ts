import type { Services } from '../context.ts';
import { mailPath, signMailToken } from '../mail/tokens.ts';

/** How long the links work that end a subscription, in milliseconds: two years. */
const LINKS_LAST = 2 * 365 * 24 * 60 * 60_000;

/** The URL that ends a subscription, by its page or by POST (RFC 8058). @param siteUrl not "" */
export async function unsubscribeUrl(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  siteUrl: string,
  id: string,
): Promise<string> {
  const expires = clock.now() + LINKS_LAST;
  const token = await signMailToken(em, clock, { purpose: 'unsubscribe', parts: ['subscriber', id], expires });
  return siteUrl + mailPath('unsubscribe', token);
}
