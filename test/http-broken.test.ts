import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { pino } from 'pino';

import { addHealth, refuseWhileUnavailable } from '../server/api/health.ts';
import { errorWriter, jsonErrors } from '../server/http/errors.ts';
import { koaListener } from '../server/http/koa.ts';
import type { RequestState } from '../server/http/request-state.ts';
import { createRoutes } from '../server/http/routes.ts';
import { securityHeaders } from '../server/http/headers.ts';
import { createWriteLoad } from '../server/http/write-load.ts';
import { expectFailure } from './support/http.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited } from './support/visitors.ts';

const HOST = 'Host: a';

describeVisited('http: requests that Node rejects', (use) => {
  const broken: Record<string, string> = {
    'what is no HTTP': 'hello\r\n\r\n',
    'a request line without a slash': request('GET api/posts HTTP/1.1', HOST),
    'HTTP/2 by prior knowledge': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an unknown version': request('GET /api/posts HTTP/1.2', HOST),
    'an unknown method': request('BREW /api/posts HTTP/1.1', HOST),
    'a NUL in the path': 'GET /api/posts\0 HTTP/1.1\r\nHost: a\r\n\r\n',
    'a NUL in a header': request('GET /api/posts HTTP/1.1', HOST, 'X-A: \0'),
    'raw bytes in the path': 'GET /api/posts/ü HTTP/1.1\r\nHost: a\r\n\r\n',
    'a header without a colon': request('GET /api/posts HTTP/1.1', HOST, 'X-A'),
    'a length and chunks at once': request(
      'POST /api/posts HTTP/1.1',
      HOST,
      'Transfer-Encoding: chunked',
      'Content-Length: 3',
    ),
    'a length that is none': request('POST /api/posts HTTP/1.1', HOST, 'Content-Length: 1e3'),
    'two lengths': request('POST /api/posts HTTP/1.1', HOST, 'Content-Length: 1', 'Content-Length: 2'),
    'an unknown transfer encoding': request('POST /api/posts HTTP/1.1', HOST, 'Transfer-Encoding: gzip'),
    'a space before the colon': request('GET /api/posts HTTP/1.1', 'Host : a'),
  };
  for (const [title, bytes] of Object.entries(broken)) {
    it(`answers 400 in JSON for ${title}`, async () => {
      const [answer, ...more] = await sendRaw(use().url, bytes);
      expectFailure(answer!, 400, 'BAD_REQUEST');
      expect(answer?.headers).to.include({ connection: 'close', 'cache-control': 'no-store' });
      expect(more).to.deep.equal([]);
    });
  }

  // docs/interface.md, H19
  it('answers 431 for headers that are too large', async () => {
    const [answer] = await sendRaw(use().url, request('GET /api/posts HTTP/1.1', HOST, `X-A: ${'a'.repeat(20_000)}`));
    expectFailure(answer!, 431, 'HEADERS_TOO_LARGE');
  });

  // docs/interface.md, H19: Node rejects both for their size.
  it('answers 414 for a URL that alone is larger than all headers may be', async () => {
    const [answer] = await sendRaw(use().url, request(`GET /api/posts?search=${'a'.repeat(20_000)} HTTP/1.1`, HOST));
    expectFailure(answer!, 414, 'URI_TOO_LONG');
  });

  it('answers 400 at once for a Host header of thousands of labels', async () => {
    const [answer] = await sendRaw(use().url, request('GET /api/site HTTP/1.1', `Host: ${'.a'.repeat(7500)}:`));
    expectFailure(answer!, 400, 'BAD_REQUEST');
  });

  it('ignores an unknown expectation', async () => {
    const [answer] = await sendRaw(use().url, request('GET /api/none HTTP/1.1', HOST, 'Expect: miracles'));
    expectFailure(answer!, 404, 'NOT_FOUND');
  });

  it('answers the requests before invalid bytes or rejects them, and keeps running', async () => {
    const good = `GET /api/site HTTP/1.1\r\n${HOST}\r\n\r\n`;
    const answers = await sendRaw(use().url, `${good}hello\r\n\r\n`);
    expect(answers.map(({ status }) => status)).to.satisfy((all: number[]) => all.at(-1) === 400);
    expect((await use().call('GET', '/api/site')).status).to.equal(200);
  });
});

describe('http: a single server', () => {
  let server: Server;
  const listen = async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => server.close());

  // docs/interface.md, H20, D2
  it('answers 503 with Retry-After while it stops, also at /readyz', async () => {
    const health = {
      databaseProblem: () => Promise.resolve(null),
      stuckFor: () => 0,
      draining: true,
      gate: { isClosed: false },
    };
    const log = { log: pino({ level: 'silent' }), databaseFailed: () => undefined };
    const json = jsonErrors(log);
    const headers = () => [...securityHeaders(''), 'Connection', 'close'];
    const answerError = errorWriter(log, headers, () => json);
    const steps = { headers, locate: (url: string) => url, log: () => undefined, answerError };
    const routes = createRoutes(json);
    addHealth(routes, health);
    const koa = koaListener(
      routes,
      steps,
      createWriteLoad(() => 0),
      refuseWhileUnavailable(health, json),
      () => undefined,
    );
    server = createServer((req, res) => koa({ req, res } as RequestState));
    const url = await listen();
    for (const path of ['/api/posts', '/trpc/posts.list', '/']) {
      const [answer] = await sendRaw(url, `GET ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`);
      expectFailure(answer!, 503, 'SERVICE_UNAVAILABLE');
      expect(answer?.headers).to.include({ 'retry-after': '1', connection: 'close' });
    }
    const [ready] = await sendRaw(url, request('GET /readyz HTTP/1.1', HOST));
    const [alive] = await sendRaw(url, request('GET /healthz HTTP/1.1', HOST));
    expect([ready?.status, ready?.headers['retry-after'], alive?.status]).to.deep.equal([503, '1', 200]);
  });
});
