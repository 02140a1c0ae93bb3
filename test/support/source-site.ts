import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response at a path of the site: HTML, or a function that writes it. */
type Source = string | ((response: ServerResponse) => void);

/** Another site, on 127.0.0.1, whose pages mention posts. */
export interface SourceSite {
  url: string;
  pages: Map<string, Source>;
  /** The paths that were read, in order. */
  read: string[];
  close(): Promise<void>;
}

/** Starts a site without pages. */
export async function startSourceSite(): Promise<SourceSite> {
  const pages = new Map<string, Source>();
  const read: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    read.push(url);
    const page = pages.get(url);
    if (page === undefined) response.writeHead(404).end();
    else if (typeof page === 'function') page(response);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    read,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
