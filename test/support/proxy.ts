import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The header in which the tests' services read the client IP. */
export const HEADER = 'cf-connecting-ip';
/** The client IP that a proxy says of a visitor. */
export const VISITOR = '198.51.100.5';

/** What a proxy makes of a visitor's headers. */
export const treatments = {
  'passes it on': (headers: IncomingHttpHeaders) => headers,
  'overwrites it': (headers: IncomingHttpHeaders) => ({ ...headers, [HEADER]: VISITOR }),
  'takes it away': (headers: IncomingHttpHeaders) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name !== HEADER)),
  'adds a second one': (headers: IncomingHttpHeaders) => ({
    ...headers,
    [HEADER]: [headers[HEADER], VISITOR].flat().filter((value) => value !== undefined),
  }),
};

/** What becomes of a visitor's headers; null: the proxy itself answers 403. */
export type Treatment = (headers: IncomingHttpHeaders) => IncomingHttpHeaders | null;

/** A proxy in front of a service. */
export interface Proxy {
  port: number;
  /** What it does with the headers from now on. */
  treat(treatment: Treatment): void;
  close(): void;
}

/** @param url the service behind it; the proxy passes every header on until it is told otherwise */
export async function startProxy(url: string): Promise<Proxy> {
  let treatment: Treatment = treatments['passes it on'];
  const server = createServer((req, res) => {
    const headers = treatment(req.headers);
    if (headers === null) {
      res.writeHead(403, { 'content-type': 'text/html' }).end('<p>No.</p>');
      return;
    }
    const onward = request(new URL(req.url ?? '/', url), { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    treat: (next) => void (treatment = next),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
