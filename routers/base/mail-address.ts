import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** The maximum length of an address (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254;
/** The maximum length of an input, whose domain may become longer or shorter. */
const MAX_INPUT = 320;
const NO_ADDRESS = 'must be one e-mail address such as ada@blog.example';
/** The maximum length of the part before the @. */
const MAX_LOCAL = 64;

const local = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * The canonical form of an e-mail address: the domain in lower case and in ASCII (`bücher.example` is
 * `xn--bcher-kva.example`). Nothing else is accepted that would need quotes or could end a header or a command.
 *
 * @returns null unless it is the address of one mailbox with a domain of at least two labels
 */
export function canonicalAddress(text: string): string | null {
  const [, name = '', host = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(text.trim()) ?? [];
  const ascii = domainToASCII(host);
  const address = `${name}@${ascii}`;
  const isValid = local.test(name) && name.length <= MAX_LOCAL && domain.test(ascii) && address.length <= MAX_LENGTH;
  return isValid ? address : null;
}

/** An e-mail address in an input, or "" for none; in its canonical form in the output. */
export const addressOrNone = z
  .string()
  .max(MAX_INPUT)
  .refine((text) => text.trim() === '' || canonicalAddress(text) !== null, { error: NO_ADDRESS, abort: true })
  .transform((text) => canonicalAddress(text) ?? '')
  .meta({ override: { type: 'string', maxLength: MAX_INPUT } });

/** An e-mail address in an input, in its canonical form in the output. */
export const emailAddress = z
  .string()
  .max(MAX_INPUT)
  .refine((text) => canonicalAddress(text) !== null, { error: NO_ADDRESS, abort: true })
  .transform((text) => canonicalAddress(text) ?? '')
  .meta({ override: { type: 'string', format: 'email', maxLength: MAX_INPUT } });
