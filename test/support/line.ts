import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a server, which tests can interrupt. */
export interface Line {
  port: number;
  /** Closes all connections and accepts none, like a server that is not running. */
  cut(): Promise<void>;
  /** Keeps and accepts connections, but forwards nothing, like a broken network. */
  freeze(): void;
  /** Forwards again, including what was sent during the freeze. */
  resume(): Promise<void>;
  /** Leads to another port from now on; closes all connections. */
  leadTo(target: number): void;
  close(): Promise<void>;
}

/** @param first the local port to forward to */
export async function lineTo(first: number): Promise<Line> {
  let target = first;
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
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    port: ownPort,
    cut,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    async resume() {
      frozen = false;
      if (!server.listening) await open(ownPort);
      for (const socket of sockets) socket.resume();
    },
    leadTo(port) {
      target = port;
      for (const socket of sockets) socket.destroy();
    },
    close: cut,
  };
}
