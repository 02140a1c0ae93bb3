import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../base/clock.ts';
import type { Services } from '../core/context.ts';
import { secretKey, type KeyName } from '../base/secret-keys.ts';
import { sameSecret, signatureOf } from '../base/secrets.ts';

/**
 * What a link in a mail is for; also the part of its path after `/mail/`. A token of one purpose is invalid for others.
 */
export type MailPurpose = 'confirm' | 'unsubscribe' | 'moderate' | 'click';

/** The signing keys. A change of the password replaces that of the owner's links, which ends them. */
const keys: Record<MailPurpose, KeyName> = {
  confirm: 'mail',
  unsubscribe: 'mail',
  moderate: 'mail-owner',
  click: 'mail',
};

/** How long links that end mails work, in milliseconds: two years. */
export const UNSUBSCRIBE_WITHIN = 2 * 365 * 24 * 60 * 60_000;

/** The content of a token. */
export interface MailClaim {
  purpose: MailPurpose;
  /** At least one; none contains a comma. */
  parts: readonly string[];
  /** How long it works, in milliseconds; null: for ever. */
  lasts: number | null;
}

/**
 * The URL of a link in a mail. Its token is the claim, which is not secret, and the claim's HMAC-SHA256.
 *
 * Never in a transaction: the first token makes the key in one of its own.
 *
 * @param siteUrl not ""
 */
export async function mailUrl(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  siteUrl: string,
  { purpose, parts, lasts }: MailClaim,
): Promise<string> {
  const expires = lasts === null ? '' : (clock.now() + lasts).toString(36);
  const body = Buffer.from([expires, ...parts].join(',')).toString('base64url');
  const signature = signatureOf(`${purpose}.${body}`, await signingKey(em, clock, purpose));
  return `${siteUrl}/mail/${purpose}/${body}.${signature}`;
}

/**
 * The site URL, without which a mail cannot have links.
 *
 * @throws Error with one sentence while it is not set
 */
export async function requireSiteUrl({ settings }: Pick<Services, 'settings'>): Promise<string> {
  const { siteUrl } = await settings.current();
  if (siteUrl === '') throw new Error('The address of the site is not set; set it in Settings.');
  return siteUrl;
}

/**
 * Verifies a token, and returns its parts.
 *
 * @returns `invalid` unless it was signed for this purpose with the current key; `expired` after its time
 */
export async function readMailToken(
  em: SqlEntityManager,
  clock: Clock,
  purpose: MailPurpose,
  token: string,
): Promise<readonly string[] | 'invalid' | 'expired'> {
  const [, body = '', signature = ''] = /^([\w-]{1,700})\.([\w-]{43})$/.exec(token) ?? [];
  if (body === '') return 'invalid';
  if (!sameSecret(signature, signatureOf(`${purpose}.${body}`, await signingKey(em, clock, purpose)))) return 'invalid';
  const [expires = '', ...parts] = Buffer.from(body, 'base64url').toString().split(',');
  return expires !== '' && Number.parseInt(expires, 36) <= clock.now() ? 'expired' : parts;
}

function signingKey(em: SqlEntityManager, clock: Clock, purpose: MailPurpose): Promise<string> {
  return secretKey(em, clock, keys[purpose]);
}
