import { connect, type Socket } from 'node:net';

import { clientAddress } from '../test/support/plain-http.ts';

/** Requests that are sent over connections that stay open, each after the answer to the one before. */
export interface Requests {
  path: string;
  headers: Record<string, string>;
  count: number;
  connections: number;
  /** Client IPs, used in turns. */
  addresses: number;
  /** The number of the first one. */
  from: number;
}

/**
 * A client that costs less than the servers that it measures: ready-made bytes go out, and of what comes in only the status
 * and the length are read.
 */
export class KeepAliveClient {
  readonly #port: number;
  readonly #sockets: Socket[] = [];

  /** @param url of a server on this machine */
  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** @returns how many answers had another status than 200 */
  async send({ path, headers, count, connections, addresses, from }: Requests): Promise<number> {
    while (this.#sockets.length < connections) this.#sockets.push(await open(this.#port));
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `GET ${path} HTTP/1.1\r\n${lines.join('')}`;
    let sent = 0;
    let failed = 0;
    const next = (): string | undefined => {
      if (sent === count) return undefined;
      const number = (from + sent++) % addresses;
      const [[name, address] = []] = Object.entries(clientAddress(number >> 16, number & 0xffff));
      return `${head}${name}: ${address}\r\n\r\n`;
    };
    await Promise.all(this.#sockets.slice(0, connections).map((socket) => sendOver(socket, next, () => (failed += 1))));
    return failed;
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}

function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

function sendOver(socket: Socket, next: () => string | undefined, onFailure: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = 0;
    const goOn = (): void => {
      const request = next();
      if (request !== undefined) return void socket.write(request, 'latin1');
      socket.removeAllListeners();
      resolve();
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server has closed a connection.')));
    socket.on('data', (bytes) => {
      if (left === 0) {
        const end = bytes.indexOf('\r\n\r\n');
        const head = bytes.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 200')) onFailure();
        left = end + 4 + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1]);
        if (end < 0 || !(left > 0)) {
          reject(new Error(`An answer has no length: ${head}`));
          return;
        }
      }
      left -= bytes.length;
      if (left === 0) goOn();
    });
    goOn();
  });
}
