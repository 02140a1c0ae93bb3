import { Socket } from 'node:net';

/** Connections that can be ended from outside, also when nobody answers on the other side. */
export interface Sockets {
  /** Makes one, not yet connected; for the option `stream` of pg. */
  open(): Socket;
  /** Ends them all at once; what waits on one fails. */
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
