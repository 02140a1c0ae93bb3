import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { privateAddresses } from '../../routers/webhooks/targets.ts';

/** The address that counts as one of the Internet, in this process and with `reach-loopback.mjs`. */
const HOST = '127.0.0.9';

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

/** Another host with files. */
export interface FileHost {
  url: string;
  /** What it answers at a path: bytes, or a function; 404 elsewhere. */
  files: Map<string, Uint8Array | string | Handler>;
  /** The requested paths, in order. */
  read: string[];
  close(): Promise<void>;
}

/** Starts a host that the service may reach. @param address default: one that counts as public */
export async function startFileHost(address = HOST): Promise<FileHost> {
  const files: FileHost['files'] = new Map();
  const read: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    read.push(path);
    const file = files.get(path);
    if (file === undefined) response.writeHead(404).end();
    else if (typeof file === 'function') file(response, request);
    else response.end(file);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    files,
    read,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** For `before` and `after`: lets this process reach the host. @returns ends this */
export function reachFileHost(): () => void {
  const { check } = privateAddresses;
  const isPrivate = (address: string, family?: 'ipv4' | 'ipv6') =>
    address !== HOST && check.call(privateAddresses, address, family);
  privateAddresses.check = isPrivate as typeof check;
  return () => {
    privateAddresses.check = check;
  };
}
