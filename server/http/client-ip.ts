import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { Config } from '../config/config.ts';
import { unixSocketOf } from '../config/host.ts';
import type { ProxyWatch } from './proxy-watch.ts';

/**
 * Creates the reader of client IPs. The configured header counts only when the connection comes from a trusted proxy.
 * X-Forwarded-For, which any client can send, is never read.
 *
 * @param watch notified of every request from a trusted proxy
 * @returns the client IP in canonical form: no IPv4 inside IPv6, lower case, no zone
 */
export function clientIpReader(
  config: Pick<Config, 'clientIpHeader' | 'trustedProxies' | 'host'>,
  log: Logger,
  watch?: ProxyWatch,
): (req: IncomingMessage) => string {
  const peerOf = peerReader(config);
  const clientOf = remembered((text) => parse(text)?.toString() ?? null);
  let warned = false;

  return (req) => {
    const peer = peerOf(req.socket.remoteAddress);
    if (peer === null) return 'unknown';
    if (!peer.isTrusted) return peer.ip;
    const header = req.headers[config.clientIpHeader];
    watch?.note(req, peer.ip, header !== undefined);
    const client = typeof header !== 'string' ? null : isIPv4(header) ? header : clientOf(header);
    if (client !== null) return client;
    if (!warned && header === undefined && !peer.isLoopback) {
      warned = true;
      log.warn({ header: config.clientIpHeader }, 'a trusted proxy sends no client IP; all its visitors count as one');
    }
    return peer.ip;
  };
}

/** The other end of a connection. */
export interface Peer {
  /** In canonical form. */
  ip: string;
  isTrusted: boolean;
  isLoopback: boolean;
}

/** Reads `socket.remoteAddress`; null when there is none. */
export type PeerReader = (remoteAddress: string | undefined) => Peer | null;

/** The other end of a Unix socket: a proxy on this machine. */
const socketPeer: Peer = { ip: 'unknown', isTrusted: true, isLoopback: false };

/** A connection of a Unix socket has no address; the proxy behind it is trusted. */
export function peerReader({ trustedProxies, host }: Pick<Config, 'trustedProxies' | 'host'>): PeerReader {
  if (unixSocketOf(host) !== null) return () => socketPeer;
  const isTrusted = proxyMatcher(trustedProxies);
  return remembered((text) => {
    const address = parse(text);
    return address && { ip: address.toString(), isTrusted: isTrusted(address), isLoopback: isLoopback(address) };
  });
}

/** How many IP addresses are remembered: most requests repeat one, and parsing takes longer than all other steps. */
const MAX_REMEMBERED = 10_000;

function remembered<T extends object | string>(read: (text: string) => T | null): (text?: string) => T | null {
  const known = new LRUCache<string, T>({ max: MAX_REMEMBERED });
  return (text) => {
    if (text === undefined) return null;
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (value !== null) known.set(text, value);
    return value;
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parse(text: string): Address | null {
  const withoutZone = text.replace(/%.*/s, '');
  // isValid would take "1" and "0x7f.1" as well, which no proxy writes.
  const usual = withoutZone.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(withoutZone);
  return usual && ipaddr.isValid(withoutZone) ? ipaddr.process(withoutZone) : null;
}

function isLoopback(address: Address): boolean {
  return address.range() === 'loopback';
}

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['loopback'],
  private: ['private', 'uniqueLocal'],
  'link-local': ['linkLocal'],
};

function proxyMatcher(ranges: readonly string[]): (address: Address) => boolean {
  const named = new Set(ranges.flatMap((range) => namedRanges[range] ?? []));
  const networks = ranges.filter((range) => !(range in namedRanges)).map(network);
  return (address) =>
    named.has(address.range()) ||
    networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function network(range: string): [Address, number] {
  if (ipaddr.isValidCIDR(range)) return ipaddr.parseCIDR(range);
  const address = ipaddr.process(range);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
