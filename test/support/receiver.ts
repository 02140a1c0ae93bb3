import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message as a receiver got it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  message: { type: string; timestamp: string; data: { id?: string; [field: string]: unknown } };
}

/** How a receiver answers. */
export type Behaviour = (response: ServerResponse, received: Received) => void;

/** A receiver of webhooks on 127.0.0.1. */
export interface Receiver {
  url: string;
  /** Every message so far, in the order of arrival. */
  received: Received[];
  /** The highest number of messages so far that waited for their answers at the same time. */
  mostAtOnce(): number;
  /** The ids of the posts or comments in them, with the type. */
  subjects(): string[];
  answer(behaviour: Behaviour): void;
  close(): Promise<void>;
}

export const ok: Behaviour = (response) => void response.writeHead(204).end();

/** Starts a receiver. @param port default: a free one */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour = ok;
  let open = 0;
  let mostOpen = 0;
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => (open -= 1));
    const body = await text(request);
    const message = JSON.parse(body) as Received['message'];
    const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body, message };
    received.push(one);
    behaviour(response, one);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    mostAtOnce: () => mostOpen,
    subjects: () => received.map(({ message }) => `${message.type} ${message.data.id ?? ''}`),
    answer: (next) => void (behaviour = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
