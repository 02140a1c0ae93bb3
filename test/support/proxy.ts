import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The client IP header of the services in tests. */
export const HEADER = 'cf-connecting-ip';
/** The client IP that a proxy reports for a visitor. */
export const VISITOR = '198.51.100.5';

/** How a proxy changes the headers of a request. */
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

/** The resulting headers; null if the proxy responds with 403. */
export type Treatment = (headers: IncomingHttpHeaders) => IncomingHttpHeaders | null;

/** A proxy in front of a service. */
export interface Proxy {
  port: number;
  /** Sets how it changes the headers. */
  treat(treatment: Treatment): void;
  close(): void;
}

/**
 * @param url the service behind it; by default the proxy forwards all headers
 * @param pathOf changes the paths of requests; they are passed on unchanged by default
 */
export async function startProxy(url: string, pathOf = (path: string) => path): Promise<Proxy> {
  let treatment: Treatment = treatments['passes it on'];
  const server = createServer((req, res) => {
    const headers = treatment(req.headers);
    if (headers === null) {
      res.writeHead(403, { 'content-type': 'text/html' }).end('<p>No.</p>');
      return;
    }
    const onward = request(new URL(pathOf(req.url ?? '/'), url), { method: req.method, headers }, (answer) => {
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
