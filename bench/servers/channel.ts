import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Makes this process a server of a benchmark: the first message makes its listener, the answer is the address, and it
 * ends with its parent process.
 */
export function serve(makeListener: (message: never) => RequestListener): void {
  process.once('message', (message) => {
    const server = createServer(makeListener(message as never));
    server.listen(0, '127.0.0.1', () => {
      process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });
  process.once('disconnect', () => process.exit());
}
