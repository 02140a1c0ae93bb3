import { BlockList, isIPv6 } from 'node:net';

import { fieldError } from '../base/errors.ts';
import { withoutTrailing } from '../base/text.ts';

/** IPv4 ranges that are not public: IANA's special-purpose registry, and multicast. */
const IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The platform of Azure, whose metadata it tells: public, and only reached from machines there.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** The same of IPv6. The tunnels 6to4 and Teredo contain IPv4 addresses, and are not used any more. */
const IPV6 = [
  ['::', 96],
  // IPv4-translated (RFC 7915).
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;

/** IP addresses that webhooks and webmentions must not reach. IPv4-mapped ones are compared by their IPv4 address. */
export const privateAddresses = new BlockList();
for (const [address, prefix] of IPV4) {
  privateAddresses.addSubnet(address, prefix, 'ipv4');
  // NAT64, by which machines without IPv4 reach public addresses too.
  privateAddresses.addSubnet(`64:ff9b::${address}`, 96 + prefix, 'ipv6');
}
for (const [address, prefix] of IPV6) privateAddresses.addSubnet(address, prefix, 'ipv6');

/**
 * Rejects a URL whose host is a private IP address or this machine. The address of a name is checked when the
 * connection is made (`server/http/outgoing.ts`), because it may change.
 *
 * @throws BAD_REQUEST
 */
export function requirePublicHost(url: string): void {
  if (isPrivateHost(new URL(url).hostname)) throw fieldError('url', `"url" ${PRIVATE}`);
}

/** Whether a host of a URL is a private IP address or this machine. */
export function isPrivateHost(hostname: string): boolean {
  const host = withoutTrailing(hostname.replace(/^\[|\]$/g, ''), '.');
  if (isIPv6(host)) return privateAddresses.check(host, 'ipv6');
  // The URL parser writes every form of an IPv4 address as four numbers.
  if (/^[\d.]+$/.test(host)) return privateAddresses.check(host);
  return host === 'localhost' || host.endsWith('.localhost');
}

const PRIVATE =
  'must not be an address of this machine or a private network; use a public one, or set WEBHOOK_PRIVATE=allow.';
