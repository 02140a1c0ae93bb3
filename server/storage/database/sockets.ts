import { Socket } from 'node:net';

/** Tracks sockets so that they can be destroyed even if the peer does not respond. */
export interface Sockets {
  /** Creates an unconnected socket, for the option `stream` of pg. */
  open(): Socket;
  /** Destroys all sockets; pending operations fail. */
  destroyConnections(): void;
}

export function trackSockets(): Sockets {
  const open = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      return socket;
    },
    destroyConnections: () => open.forEach((socket) => socket.destroy()),
  };
}
