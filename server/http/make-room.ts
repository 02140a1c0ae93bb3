import type { Socket } from 'node:net';

import { updatePhase, type Connection } from './phases.ts';

/** How many connections are closed at once, as a share of all, so that not every new one has to look through all. */
const SHARE = 1 / 32;

/**
 * Closes connections on which nothing happens: those that have waited longest for a request, then those whose request has
 * begun without its end, then those that only discard.
 *
 * @param connections all that are open; closed ones are removed
 * @param excess how many have to be closed
 * @param newest is kept
 * @returns whether so many could be closed
 */
export function makeRoom(connections: Map<Socket, Connection>, excess: number, newest?: Socket): boolean {
  const ranked = [...connections].flatMap(([socket, connection]) => {
    const rank = socket === newest ? null : rankOf(socket, connection);
    return rank === null ? [] : [{ socket, rank, waited: connection.waited }];
  });
  ranked.sort((a, b) => a.rank - b.rank || b.waited - a.waited);
  const closed = ranked.slice(0, Math.max(excess, Math.ceil(connections.size * SHARE)));
  for (const { socket } of closed) {
    socket.destroy();
    connections.delete(socket);
  }
  return closed.length >= excess;
}

/** Null for a connection whose request is being read or answered, or may have arrived. */
function rankOf(socket: Socket, connection: Connection): number | null {
  const phase = updatePhase(socket, connection, 0);
  if (connection.isNew) return null;
  if (phase === 'idle' || (phase === 'head' && socket.bytesRead === 0)) return 0;
  if (phase === 'head') return 1;
  return phase === 'rest' ? 2 : null;
}
