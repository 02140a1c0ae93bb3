import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

import { truncateIp } from '../../routers/base/truncate-ip.ts';
import type { PeerReader } from './client-ip.ts';

/** The maximum number of open connections per client IP. */
export const CONNECTIONS_PER_CLIENT = 256;

/** The interval of warnings about it. */
const WARN_EVERY_MS = 60_000;

/**
 * Closes each further connection of a client IP that has too many open, so that one client does not shut out the others.
 * Trusted proxies, whose connections are those of all visitors, are exempt.
 *
 * @param peerOf reads the other end of a connection
 */
export function limitConnections(server: Server, peerOf: PeerReader, log: Logger): void {
  const open = new Map<string, number>();
  let warnedAt = -Infinity;

  function warn(clientIp: string): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    const client = truncateIp(clientIp);
    log.warn({ client }, `a client has ${CONNECTIONS_PER_CLIENT} connections open; further ones are closed at once`);
  }

  // Before node:http makes a parser for it.
  server.prependListener('connection', (socket: Socket) => {
    const peer = peerOf(socket.remoteAddress);
    if (peer === null || peer.isTrusted) return;
    const { ip } = peer;
    const count = open.get(ip) ?? 0;
    if (count >= CONNECTIONS_PER_CLIENT) {
      socket.destroy();
      warn(ip);
      return;
    }
    open.set(ip, count + 1);
    socket.once('close', () => {
      const left = (open.get(ip) ?? 1) - 1;
      if (left === 0) open.delete(ip);
      else open.set(ip, left);
    });
  });
}
