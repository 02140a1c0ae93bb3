import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';

import { makeRoom } from '../server/http/make-room.ts';
import { newConnection, type Connection } from '../server/http/phases.ts';

describe('connections that are closed to make room', () => {
  let server: Server;
  const clients: Socket[] = [];
  before(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    for (const client of clients) client.destroy();
    server.close();
  });

  /** The service's end of a connection on which a text has arrived. */
  async function open(text: string): Promise<Socket> {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client);
    const [socket] = (await once(server, 'connection')) as [Socket];
    if (text !== '') {
      client.write(text);
      await once(socket, 'data');
    }
    return socket;
  }

  it('are those without a request before those with an unfinished one, and of each those that wait longest', async () => {
    const sockets = [await open(''), await open('GET / HT'), await open(''), await open('GET / HT')];
    const connections = new Map<Socket, Connection>(
      sockets.map((socket, at) => [socket, { ...newConnection(), waited: [1, 9, 2, 8][at]! }]),
    );
    const closed: number[] = [];
    while (connections.size > 0) {
      expect(makeRoom(connections, 1)).to.equal(true);
      sockets.forEach((socket, at) => socket.destroyed && !closed.includes(at) && closed.push(at));
    }
    expect(closed).to.deep.equal([2, 0, 1, 3]);
    expect(makeRoom(connections, 1)).to.equal(false);
  });
});
