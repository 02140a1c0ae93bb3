import type { Sender } from './transport.ts';

/** Domains that nobody can have (RFC 2606, RFC 6761, RFC 6762), such as those in examples. */
const RESERVED = /(?:^|[.@])(?:example|invalid|local|localhost|test|example\.(?:com|net|org))$/i;

/** Whether the domain of a sender is reserved: MAIL_FROM was copied from an example, and mail servers refuse its mails. */
export function hasReservedDomain({ address }: Sender): boolean {
  return RESERVED.test(address);
}
