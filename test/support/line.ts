import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server, that a test can cut. */
export interface Line {
  port: number;
  /** Ends every connection and takes no new one, as a server does that is not running. */
  cut(): Promise<void>;
  /** Keeps every connection, takes new ones, and carries nothing, as a network does that lost its way. */
  freeze(): void;
  /** Carries again, also what was said meanwhile. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** @param target the port on this machine that it leads to */
export async function lineTo(target: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let frozen = false;

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (frozen) from.pause();
    }
  });

  async function open(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    async resume() {
      frozen = false;
      if (!server.listening) await open(port);
      for (const socket of sockets) socket.resume();
    },
    close: cut,
  };
}
