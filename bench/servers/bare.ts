// Bare node:http that hands out one response from memory, made of the first message. It ends with its parent process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One response, to be given to every request. */
interface Constant {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** In base64. */
  body: string;
}

process.once('message', ({ status, headers, body }: Constant) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_req, res) => {
    res.writeHead(status, headers);
    res.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
process.once('disconnect', () => process.exit());
