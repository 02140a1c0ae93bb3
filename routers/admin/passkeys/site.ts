import { siteOriginOf } from '../../../shared/site-address.ts';
import type { CallContext } from '../../core/context.ts';
import { appError } from '../../base/errors.ts';
import { relyingParty } from '../../core/sign-in/second-factor.ts';

/** Where passkeys can be used: the host to which they are bound, and the only origin that may ask for them. */
export interface PasskeySite {
  host: string;
  origin: string;
}

/**
 * The site of new passkeys.
 *
 * @throws BAD_REQUEST when the site address allows none
 */
export async function requirePasskeySite({ settings }: Pick<CallContext, 'settings'>): Promise<PasskeySite> {
  const { siteUrl } = await settings.current();
  const host = relyingParty(siteUrl);
  if (host !== null) return { host, origin: siteOriginOf(siteUrl) };
  throw appError(
    'BAD_REQUEST',
    'Passkeys need a site address with a host name and HTTPS; set it in Settings, or as SITE_URL.',
  );
}
