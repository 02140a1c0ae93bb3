import type { Services } from '../context.ts';
import { mailPath, signMailToken, UNSUBSCRIBE_WITHIN } from '../mail/tokens.ts';
import type { EndScope } from './addresses.ts';

/** What a link of mails about replies ends, and the language of its page. */
export interface EndLink {
  /** The id of the address. */
  address: string;
  language: string;
  scope: EndScope;
}

/** The URL that ends mails about replies, by its page or by POST (RFC 8058). @param siteUrl not "" */
export async function endUrl(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  siteUrl: string,
  { address, language, scope }: EndLink,
): Promise<string> {
  const expires = clock.now() + UNSUBSCRIBE_WITHIN;
  const parts = ['replies', address, language, scope];
  return siteUrl + mailPath('unsubscribe', await signMailToken(em, clock, { purpose: 'unsubscribe', parts, expires }));
}
