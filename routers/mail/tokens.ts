import { createHmac } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../clock.ts';
import { secretKey, type KeyName } from '../secret-keys.ts';
import { sameSecret } from '../secrets.ts';

/** What a link in a mail is for; also the part of its path after `/mail/`. A token of one purpose is invalid for others. */
export type MailPurpose = 'confirm' | 'unsubscribe' | 'moderate';

/** The keys that sign. A change of the password replaces that of the owner's links, which ends them. */
const keys: Record<MailPurpose, KeyName> = { confirm: 'mail', unsubscribe: 'mail', moderate: 'mail-owner' };

/** How long the links work that end mails, in milliseconds: two years. */
export const UNSUBSCRIBE_WITHIN = 2 * 365 * 24 * 60 * 60_000;

/** What a token stands for. */
export interface MailClaim {
  purpose: MailPurpose;
  /** At least one; none contains a comma. */
  parts: readonly string[];
  /** Milliseconds since 1970; absent: it never expires. */
  expires?: number;
}

/**
 * Creates the token of a link: the claim, which is not secret, and its HMAC-SHA256.
 *
 * Never in a transaction: the first token makes the key in one of its own.
 */
export async function signMailToken(em: SqlEntityManager, clock: Clock, claim: MailClaim): Promise<string> {
  const { purpose, parts, expires } = claim;
  const body = Buffer.from([expires?.toString(36) ?? '', ...parts].join(',')).toString('base64url');
  return `${body}.${signatureOf(purpose, body, await keyOf(em, clock, purpose))}`;
}

/**
 * The parts that a token was made of.
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
  if (!sameSecret(signature, signatureOf(purpose, body, await keyOf(em, clock, purpose)))) return 'invalid';
  const [expires = '', ...parts] = Buffer.from(body, 'base64url').toString().split(',');
  return expires !== '' && Number.parseInt(expires, 36) <= clock.now() ? 'expired' : parts;
}

/** The path of a link in a mail. */
export function mailPath(purpose: MailPurpose, token: string): string {
  return `/mail/${purpose}/${token}`;
}

function keyOf(em: SqlEntityManager, clock: Clock, purpose: MailPurpose): Promise<string> {
  return secretKey(em, clock, keys[purpose]);
}

function signatureOf(purpose: MailPurpose, body: string, key: string): string {
  return createHmac('sha256', key).update(`${purpose}.${body}`).digest('base64url');
}
