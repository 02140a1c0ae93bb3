import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { SettingsStore } from '../../data/settings/store.ts';

interface Known {
  em: SqlEntityManager;
  settings: Pick<SettingsStore, 'current'>;
}

/** Whether the administrator has a second factor: an authenticator app, or a passkey of this site address. */
export async function hasSecondFactor(known: Known): Promise<boolean> {
  return (await hasTotp(known.em)) || (await hasUsablePasskey(known));
}

/** Whether the sign-in asks for the code of an authenticator app. */
export async function hasTotp(em: SqlEntityManager): Promise<boolean> {
  const rows = kyselyOf(em).selectFrom('totp').select('key').where('confirmed', '=', 1);
  return (await rows.executeTakeFirst()) !== undefined;
}

/** Whether there is a passkey that can be used at the site address. */
export async function hasUsablePasskey({ em, settings }: Known): Promise<boolean> {
  const rpId = relyingParty((await settings.current()).siteUrl);
  if (rpId === null) return false;
  const rows = kyselyOf(em).selectFrom('passkeys').select('id').where('rp_id', '=', rpId).limit(1);
  return (await rows.executeTakeFirst()) !== undefined;
}

/**
 * The host to which passkeys are bound, or null if there can be none: browsers offer them only to names of hosts, over
 * HTTPS or on localhost.
 *
 * @param siteUrl "" without a site address
 */
export function relyingParty(siteUrl: string): string | null {
  if (siteUrl === '') return null;
  const { hostname, protocol } = new URL(siteUrl);
  const isName = !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);
  return isName && (protocol === 'https:' || hostname === 'localhost') ? hostname : null;
}
