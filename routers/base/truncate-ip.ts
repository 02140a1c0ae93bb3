import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Truncates an IP address to its network, /24 or /48, for the log. */
export function truncateIp(ip: string): string {
  if (isIPv4(ip)) return `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`;
  if (!ipaddr.isValid(ip)) return ip;
  const parsed = ipaddr.process(ip);
  if (parsed.kind() === 'ipv4') return truncateIp(parsed.toString());
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16));
  return `${groups.join(':')}::/48`;
}
