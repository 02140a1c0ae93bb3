import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address cut to its network, /24 or /48, as the log shows it. */
export function truncateAddress(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return truncateAddress(parsed.toString());
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16));
  return `${groups.join(':')}::/48`;
}
