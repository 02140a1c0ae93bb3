import { hashWith } from '../../base/address-hash.ts';
import type { Services } from '../../core/context.ts';
import { secretKey } from '../../base/secret-keys.ts';
import { truncateIp } from '../../base/truncate-ip.ts';

/** Hashes of mailboxes and networks, the only form in which the limits of confirmations know them. */
export interface MailboxHashes {
  /** @param email in any spelling: case and `+tag` make no difference */
  mailbox(this: void, email: string): string;
  /** The /24 or /48 of a client IP. */
  network(this: void, clientIp: string): string;
}

/**
 * The hashes, with a key of the blog that never expires.
 *
 * Never in a transaction: the first call makes the key in one of its own.
 */
export async function mailboxHashes({ em, clock }: Pick<Services, 'em' | 'clock'>): Promise<MailboxHashes> {
  const key = await secretKey(em, clock, 'mailbox');
  return {
    mailbox: (email) => hashWith(key, `mailbox ${canonicalMailbox(email)}`),
    network: (clientIp) => hashWith(key, `network ${truncateIp(clientIp)}`),
  };
}

/** The mailbox of an address, by which all its spellings are one: in lower case, without `+tag`. */
export function canonicalMailbox(email: string): string {
  const lower = email.toLowerCase();
  const at = lower.lastIndexOf('@');
  // A mailbox may begin with a plus sign.
  const tag = lower.indexOf('+', 1);
  return tag !== -1 && tag < at ? lower.slice(0, tag) + lower.slice(at) : lower;
}
