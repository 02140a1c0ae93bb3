import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

import { truncateAddress } from '../../routers/truncate-address.ts';
import type { PeerReader } from './client-address.ts';

/** How many connections one client IP may have open. */
export const CONNECTIONS_PER_CLIENT = 256;

/** Milliseconds between two lines of the log about it. */
const TELL_EVERY = 60_000;

/**
 * Closes each further connection of a client IP that has too many open, so that one client does not shut out the others.
 * Trusted proxies, whose connections are those of all visitors, are exempt.
 *
 * @param peerOf reads the address of a connection
 */
export function limitConnections(server: Server, peerOf: PeerReader, log: Logger): void {
  const open = new Map<string, number>();
  let told = -Infinity;

  function tell(address: string): void {
    if (performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    const client = truncateAddress(address);
    log.warn({ client }, `a client has ${CONNECTIONS_PER_CLIENT} connections open; further ones are closed at once`);
  }

  // Before node:http makes a parser for it.
  server.prependListener('connection', (socket: Socket) => {
    const peer = peerOf(socket.remoteAddress);
    if (peer === null || peer.isTrusted) return;
    const { address } = peer;
    const count = open.get(address) ?? 0;
    if (count >= CONNECTIONS_PER_CLIENT) {
      socket.destroy();
      tell(address);
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
