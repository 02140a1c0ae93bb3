import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';

import { closeServer } from '../server/http/close-server.ts';
import { stopwatch } from './support/stopwatch.ts';

describe('closing the server', () => {
  it('does not wait for another request on a connection whose response began before with keep-alive', async () => {
    const answer: RequestListener = (_, res) => {
      res.write('first');
      void wait(300).then(() => res.end('last'));
    };
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const ended = once(socket, 'close');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let received = '';
    socket.on('data', (bytes) => (received += bytes.toString()));
    await once(socket, 'data');
    const elapsed = stopwatch();
    await closeServer(server, answer, () => undefined);
    expect(elapsed()).to.be.below(3500);
    await ended;
    expect(received).to.include('keep-alive').and.include('last');
  });
});
