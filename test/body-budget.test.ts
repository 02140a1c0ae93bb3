import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';

import { createBodyBudget, type BodyBudget } from '../server/http/body-budget.ts';
import { readJsonText } from '../server/http/body.ts';
import { databaseKinds } from './support/databases.ts';
import { expectFailure } from './support/http.ts';
import { parseAnswers, type RawAnswer, sendRaw } from './support/raw.ts';
import { startTestService, type TestService } from './support/service.ts';
import { freshAddress } from './support/visitors.ts';

const JSON_TYPE = 'Content-Type: application/json';
const COMMENTS = 'POST /api/posts/gb-note/comments HTTP/1.1';

async function opened(url: string, ...lines: string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write([...lines, '', ''].join('\r\n'));
  return socket;
}

// docs/interface.md, H18
describe('unfinished bodies of one client', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService(databaseKinds[0]!, {}, { administrator: false });
  });
  after(() => service?.close());

  it('are limited to 8 MiB: further ones get 503 with Retry-After over REST and tRPC, and other clients are not affected', async () => {
    const client = `CF-Connecting-IP: ${freshAddress()['cf-connecting-ip']}`;
    const large = [client, 'Host: a', JSON_TYPE, `Content-Length: ${256 * 1024}`];
    const sockets: Socket[] = [];
    for (let at = 0; at < 32; at++) {
      const socket = await opened(service.url, COMMENTS, ...large, 'Expect: 100-continue');
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      expect(bytes.toString()).to.match(/^HTTP\/1\.1 100 /);
      sockets.push(socket);
    }

    const another = async (line: string): Promise<RawAnswer> => {
      const socket = await opened(service.url, line, ...large, 'Connection: close');
      return parseAnswers(await buffer(socket))[0]!;
    };
    const rest = await another(COMMENTS);
    expectFailure(rest, 503, 'SERVICE_UNAVAILABLE');
    expect(rest.headers['retry-after']).to.equal('1');
    const rpc = await another('POST /trpc/comments.submit HTTP/1.1');
    expect([rpc.status, rpc.headers['retry-after']]).to.deep.equal([503, '1']);
    expect(JSON.parse(rpc.text).error.json.data).to.include({ reason: 'SERVICE_UNAVAILABLE', retryAfter: 1 });

    const body = JSON.stringify({ author: 'Ann', content: 'from elsewhere' });
    const lines = [COMMENTS, 'Host: a', JSON_TYPE, 'Connection: close', `Content-Length: ${body.length}`, '', ''];
    expect((await sendRaw(service.url, lines.join('\r\n'), body))[0]?.status).to.equal(201);
    sockets.forEach((socket) => socket.destroy());
  });
});

describe('the budget of bodies', () => {
  const MOST = 1000;
  const reads = new EventEmitter();
  let bodies: BodyBudget;
  let server: Server;
  let url: string;

  before(async () => {
    server = createServer((req, res) => {
      const read = readJsonText(req, 700, { clientIp: 'a', bodies }).then(
        () => 'read',
        (error: Error) => error.message,
      );
      reads.emit('begun');
      void read.then((outcome) => res.end(outcome, () => reads.emit('ended', outcome)));
      res.once('close', () => void read.then((outcome) => reads.emit('ended', outcome)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => (bodies = createBodyBudget(MOST)));
  after(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const take = (bytes: number) => () => bodies.take('a', bytes);
  /** Starts to send a body of 600 bytes. */
  async function begun(length = 'Content-Length: 600'): Promise<Socket> {
    const begins = once(reads, 'begun');
    const socket = await opened(url, 'POST / HTTP/1.1', 'Host: a', JSON_TYPE, length);
    await begins;
    return socket.resume();
  }

  const ends: [string, RegExp, (socket: Socket) => void][] = [
    ['is done', /^read$/, (socket) => socket.write(' '.repeat(600))],
    ['is refused', /UTF-8/, (socket) => socket.write(Buffer.alloc(600, 0xff))],
    ['lost its connection', /ended before/, (socket) => socket.destroy()],
  ];
  for (const [title, outcome, end] of ends) {
    it(`is released after a body that ${title}`, async () => {
      const socket = await begun();
      expect(take(401)).to.throw(/at once/);
      const ended = once(reads, 'ended');
      end(socket);
      expect((await ended)[0]).to.match(outcome);
      expect(take(MOST)).to.not.throw();
      expect(take(1)).to.throw(/at once/);
      socket.destroy();
    });
  }

  it('counts a chunked body as it arrives, and releases all of it when it is too large', async () => {
    const chunk = `64\r\n${' '.repeat(100)}\r\n`;
    for (const [held, count, outcome] of [
      [0, 8, /larger than/],
      [500, 6, /at once/],
    ] as const) {
      bodies.take('a', held);
      const socket = await begun('Transfer-Encoding: chunked');
      const ended = once(reads, 'ended');
      socket.write(chunk.repeat(count));
      expect((await ended)[0]).to.match(outcome);
      bodies.release('a', held);
      expect(take(MOST)).to.not.throw();
      bodies.release('a', MOST);
      socket.destroy();
    }
  });

  it('is separate for each client', () => {
    bodies.take('a', MOST);
    expect(() => bodies.take('b', MOST)).to.not.throw();
  });
});
