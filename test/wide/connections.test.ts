import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { expectFailure } from '../support/http.ts';
import { parseAnswers, request, sendRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { stopwatch } from '../support/stopwatch.ts';

const HOST = 'Host: a';
const POST = ['POST /api/posts/gb-note/comments HTTP/1.1', HOST, 'Content-Type: application/json'];
const comment = (content: string) => JSON.stringify({ author: 'Ann', content });
/** No proxy is trusted, so that connections are counted by their own addresses. */
const DIRECT = { TRUSTED_PROXIES: '10.0.0.0/8' };

/** A client that keeps its side of the connection open. */
async function opened(url: string, bytes = '', localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    port: Number(port),
    host: hostname,
    allowHalfOpen: true,
    ...(localAddress && { localAddress }),
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return socket;
}

/** Resolves when the server has closed the connection: further data is rejected. */
async function released(socket: Socket): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const poke = setInterval(() => socket.writable && socket.write('x'), 20);
  await closed;
  clearInterval(poke);
}

/** Blocks the event loop. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const head = (lines: string[], ...more: string[]) => [...lines, ...more, '', ''].join('\r\n');
const kind = databaseKinds[0]!;

// docs/interface.md, H16
describe('connections: after an error response', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService(kind, {}, { times: { head: 200, check: 20 } });
  });
  after(() => service?.close());

  const errors: [string, number, string][] = [
    ['what is no HTTP', 400, 'hello\r\n\r\n'],
    ['headers that are too large', 431, head([`GET /api/posts HTTP/1.1`, HOST], `X-A: ${'a'.repeat(20_000)}`)],
    ['a head that does not end', 408, `GET /api/posts HTTP/1.1\r\n${HOST}\r\nX-A:`],
    ['nothing at all', 408, ''],
    ['a body that is too large', 413, head(POST, `Content-Length: ${1024 * 1024}`)],
    ['a body of another type', 415, head([...POST.slice(0, 2), 'Content-Type: text/plain'], 'Content-Length: 9000')],
    ['a body where nobody reads one', 404, head(['POST /api/none HTTP/1.1', HOST], 'Content-Length: 9000')],
    ['a body without a token', 401, head(['POST /api/posts HTTP/1.1', HOST], 'Content-Length: 9000')],
    ['a chunk that is none', 400, `${head(POST, 'Transfer-Encoding: chunked')}xyz\r\n`],
  ];
  for (const [title, status, bytes] of errors) {
    it(`${status} to ${title}: the connection is closed after 2 s, although the client keeps its side open`, async () => {
      const socket = await opened(service.url, bytes);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expectFailure(parseAnswers(answer)[0]!, status, JSON.parse(parseAnswers(answer)[0]!.text).code as string);
      const elapsed = stopwatch();
      await released(socket);
      expect(elapsed()).to.be.below(3_000);
    });
  }

  it('a complete request keeps its connection, whatever the response', async () => {
    const socket = await opened(service.url);
    for (let time = 0; time < 3; time++) {
      socket.write(head(['GET /api/none HTTP/1.1', HOST]));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(parseAnswers(answer)[0]!.status).to.equal(404);
      await wait(300);
    }
    socket.destroy();
  });

  it('an import that takes longer than the idle timeout is answered', async () => {
    const own = await startTestService(kind, {}, { times: { silence: 200 } });
    const posts = Array.from({ length: 12 }, (_, at) => ({ sourceKey: `p${at}`, title: 'T', password: `open ${at}` }));
    const begun = performance.now();
    const { status, body } = await own.admin('POST', '/api/admin/import', { posts });
    expect(performance.now() - begun).to.be.above(400);
    expect([status, body.results.length]).to.deep.equal([200, 12]);
    await own.close();
  });

  it('a client that reads no responses does not keep its connection', async () => {
    const own = await startTestService(kind, {}, { administrator: false, times: { silence: 300 } });
    const socket = await opened(own.url);
    socket.pause();
    socket.write(head(['GET /api/openapi.json HTTP/1.1', HOST]).repeat(200));
    const elapsed = stopwatch();
    await released(socket);
    expect(elapsed()).to.be.below(4_000);
    await own.close();
  });
});

// docs/interface.md, H15
describe('connections: timeouts', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService(kind, {}, { times: { head: 200, body: 300, check: 20 } });
  });
  after(() => service?.close());

  it('408 to a head and to a body that arrive byte by byte', async () => {
    const slow: [string, string][] = [
      [`GET /api/posts HTTP/1.1\r\n${HOST}\r\nX-Slow: `, 'a'],
      [head(POST, 'Content-Length: 100'), ' '],
    ];
    for (const [bytes, more] of slow) {
      const socket = await opened(service.url, bytes);
      const drip = setInterval(() => socket.write(more), 20);
      const answers = parseAnswers(await buffer(socket));
      clearInterval(drip);
      socket.destroy();
      expect(answers).to.have.length(1);
      expectFailure(answers[0]!, 408, 'REQUEST_TIMEOUT');
    }
  });

  it('408 to a second request on a connection that stays incomplete', async () => {
    const socket = await opened(service.url, head(['GET /api/site HTTP/1.1', HOST]));
    await once(socket, 'data');
    await wait(400); // between two requests the client may take its time
    socket.write('GET /api/site HT');
    const answers = parseAnswers(await buffer(socket));
    socket.destroy();
    expect(answers.map(({ status }) => status)).to.deep.equal([408]);
  });

  it('none for a request that arrived while the event loop was blocked for longer than all timeouts', async () => {
    const bodies = Array.from({ length: 20 }, (_, at) => comment(`while it was blocked ${at}`));
    const sockets = await Promise.all(bodies.map(() => opened(service.url)));
    const halves = sockets.map(async (socket, at) => {
      const body = bodies[at]!;
      const lines = head(
        [...POST, 'Connection: close', `CF-Connecting-IP: 203.0.113.${at}`],
        `Content-Length: ${body.length}`,
      );
      // Some requests arrive in one piece, some in two: the head is read before the block or not.
      socket.write(at % 2 === 0 ? lines + body : lines);
      return at % 2 === 0 ? undefined : body;
    });
    const rests = await Promise.all(halves);
    await setImmediate();
    sockets.forEach((socket, at) => rests[at] !== undefined && socket.write(rests[at]));
    block(1_000);
    const answers = await Promise.all(sockets.map(async (socket) => parseAnswers(await buffer(socket))));
    expect(answers.flat().map(({ status }) => status)).to.deep.equal(bodies.map(() => 201));
  });

  it('none for a body that the service does not read yet', async () => {
    const { url, token } = service;
    const body = JSON.stringify({ title: 'Large', content: 'x'.repeat(900_000) });
    const lines = [
      'POST /api/posts HTTP/1.1',
      HOST,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
    ];
    // Blocks repeatedly for longer than the timeout: each turn reads one piece of the body.
    const busy = setInterval(() => block(350), 1);
    const [answer] = await sendRaw(url, head([...lines, 'Connection: close'], `Content-Length: ${body.length}`), body);
    clearInterval(busy);
    expect(answer?.status).to.equal(201);
  });

  it('a running request gets its response, also when invalid bytes follow', async () => {
    const body = comment('before the garbage');
    const bytes = `${head([...POST], `Content-Length: ${body.length}`)}${body}garbage\r\n\r\n`;
    const answers = await sendRaw(service.url, bytes);
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 400]);
  });
});

// docs/interface.md, H17
describe('connections: limit per client', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService(kind, DIRECT, { administrator: false });
  });
  after(() => service?.close());

  it('closes connections of a client beyond 256, and serves other clients', async () => {
    const sockets = await Promise.all(Array.from({ length: 300 }, () => opened(service.url)));
    const closed = new Set<Socket>();
    for (const socket of sockets) socket.resume().once('end', () => closed.add(socket));
    while (closed.size < 44) await setImmediate();
    const other = await opened(service.url, request('GET /api/site HTTP/1.1', HOST), '127.0.0.2');
    expect(parseAnswers(await buffer(other))[0]?.status).to.equal(200);
    expect(closed.size).to.equal(44);

    const first = sockets.find((socket) => !closed.has(socket));
    first!.destroy();
    let status: number | undefined;
    while (status === undefined) {
      const socket = await opened(service.url, request('GET /api/site HTTP/1.1', HOST));
      status = parseAnswers(await buffer(socket).catch(() => Buffer.alloc(0)))[0]?.status;
    }
    expect(status).to.equal(200);
    sockets.forEach((socket) => socket.destroy());
    expect(service.logged.filter(({ msg }) => /256 connections/.test(String(msg)))).to.have.length(1);
  });

  it('does not count connections of a trusted proxy', async () => {
    const behind = await startTestService(kind);
    const sockets = await Promise.all(Array.from({ length: 300 }, () => opened(behind.url)));
    for (const socket of sockets) socket.write(request('GET /api/none HTTP/1.1', HOST, 'CF-Connecting-IP: 192.0.2.1'));
    const answers = await Promise.all(sockets.map(async (socket) => parseAnswers(await buffer(socket))));
    expect(answers.flat().filter(({ status }) => status === 404)).to.have.length(300);
    sockets.forEach((socket) => socket.destroy());
    await behind.close();
  });
});
