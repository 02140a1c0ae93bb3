import { expect } from 'chai';

import { routes } from '../server/http/procedure-routes.ts';
import { comment } from './support/comments.ts';
import { expectFailure, expectSecure } from './support/http.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited } from './support/visitors.ts';

/** Every path of the router with values for its parameters, and the fixed paths. */
const paths = [...new Set(routes.map(({ path }) => path))];
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');
const readOnly = ['/healthz', '/readyz', '/api/docs', '/api/openapi.json'];

function methodsAt(path: string): string[] {
  const own = routes.filter((route) => filled(route.path) === filled(path) || fits(route.path, path));
  return [...new Set(own.map(({ method }) => method as string))];
}

/** /api/comments/bulk also matches the path of a comment. */
function fits(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

function allowOf(path: string): string[] {
  return [
    ...methodsAt(path).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ].toSorted();
}

const sorted = (headers: Headers) => (headers.get('allow') ?? '').split(', ').toSorted();

// docs/interface.md, W7
describeVisited('http: methods', (use) => {
  for (const path of paths) {
    it(`answers OPTIONS ${path} with 204 and Allow, and other methods with 405 and Allow`, async () => {
      const options = await use().call('OPTIONS', filled(path));
      expect([options.status, options.body]).to.deep.equal([204, '']);
      expect(sorted(options.headers)).to.deep.equal(allowOf(path));
      expectSecure(options);
      const wrong = ['PATCH', 'PUT', 'DELETE', 'POST', 'GET'].filter((method) => !methodsAt(path).includes(method));
      for (const method of wrong) {
        const answer = await use().call(method, filled(path));
        expectFailure(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(sorted(answer.headers)).to.deep.equal(allowOf(path));
      }
    });
  }

  for (const path of readOnly) {
    it(`answers ${path} for GET and HEAD, OPTIONS with 204, and other methods with 405`, async () => {
      expect((await use().call('GET', path)).status).to.equal(200);
      const options = await use().call('OPTIONS', path);
      expect([options.status, options.headers.get('allow')]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
      const posted = await use().call('POST', path, { body: {} });
      expectFailure(posted, 405, 'METHOD_NOT_ALLOWED');
      expect(posted.headers.get('allow')).to.equal('GET, HEAD, OPTIONS');
    });
  }

  it('answers TRACE with 405, and OPTIONS for an unknown path with 404', async () => {
    const [trace] = await sendRaw(use().url, request('TRACE /api/posts HTTP/1.1', 'Host: a'));
    expectFailure(trace!, 405, 'METHOD_NOT_ALLOWED');
    expectFailure(await use().call('OPTIONS', '/api/no-such-thing'), 404, 'NOT_FOUND');
  });

  it('answers CONNECT with 405, whatever follows it, and ignores an upgrade', async () => {
    for (const line of ['CONNECT example.com:443 HTTP/1.1', 'CONNECT a:1 HTTP/1.1']) {
      const answers = await sendRaw(use().url, request(line, 'Host: a'), 'x'.repeat(100_000));
      expect(answers).to.have.length(1);
      expectFailure(answers[0]!, 405, 'METHOD_NOT_ALLOWED');
      expect(answers[0]!.headers).to.include({ allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS', connection: 'close' });
    }
    const good = 'GET /api/site HTTP/1.1\r\nHost: a\r\n\r\n';
    const [first, second] = await sendRaw(use().url, good, request('CONNECT a:1 HTTP/1.1', 'Host: a'));
    expect([first?.status, second?.status]).to.deep.equal([200, 405]);
    for (const protocol of ['websocket', 'h2c']) {
      const lines = `GET /api/site HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`;
      const [answer] = await sendRaw(use().url, lines);
      expect([answer?.status, answer?.headers['upgrade']]).to.deep.equal([200, undefined]);
    }
  });

  // docs/interface.md, T1
  it('answers native tRPC for GET queries and POST mutations', async () => {
    const wrong: [string, string, string][] = [
      ['GET', '/trpc/comments.submit?input={}', 'POST, OPTIONS'],
      ['PUT', '/trpc/comments.submit', 'POST, OPTIONS'],
      ['POST', '/trpc/posts.list', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/trpc/posts.list', 'GET, HEAD, OPTIONS'],
      ['POST', '/trpc/posts.list,comments.submit?batch=1', 'OPTIONS'],
    ];
    for (const [method, path, allow] of wrong) {
      const { status, headers, body } = await use().call(method, path, { ...(method === 'POST' && { raw: '{}' }) });
      expect([status, headers.get('allow')], path).to.deep.equal([405, allow]);
      expect(body.error.json.data).to.include({ httpStatus: 405, reason: 'METHOD_NOT_ALLOWED' });
    }
    const options = await use().call('OPTIONS', '/trpc/posts.list');
    expect([options.status, options.headers.get('allow')]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
  });
});

describeVisited('http: HEAD', (use) => {
  it('answers everywhere like GET, without a body', async () => {
    const { id } = (await use().admin('POST', '/api/posts', { title: 'Head' })).body;
    const written = await comment(use(), id);
    const targets = routes
      // These return the client IP and the memory in use, which differ between two requests.
      .filter(({ method, name }) => method === 'GET' && name !== 'admin.clientIp' && name !== 'admin.health')
      .map(({ path }) => path.replace('{id}', id).replace('{commentId}', written.comment.id));
    const others = ['/api/no-such-thing', '/api/posts/none', '/api/posts?page=0', '/trpc/posts.list', '/trpc/none'];
    for (const target of [...targets, ...readOnly, ...others]) {
      for (const token of [use().token, 'none']) {
        const [get, head] = await Promise.all(
          ['GET', 'HEAD'].map((method, at) => {
            // Two client IPs, so that both have the same counters.
            const lines = ['Host: a', `Authorization: Bearer ${token}`, `CF-Connecting-IP: 192.0.2.${at}`];
            return sendRaw(use().url, request(`${method} ${target} HTTP/1.1`, ...lines));
          }),
        );
        expect(head?.[0]?.status, target).to.equal(get?.[0]?.status);
        expect(head?.[0]?.text, target).to.equal('');
        const [expected, actual] = [get, head].map((answers) => comparable(answers?.[0]?.headers));
        expect(actual, target).to.deep.equal(expected);
      }
    }
  });
});

/** The headers that must be the same in two responses: without times and random values. */
function comparable(headers: Record<string, string> = {}): Record<string, string> {
  const { date: _, ...others } = headers;
  return { ...others, 'content-security-policy': (headers['content-security-policy'] ?? '').replace(/'nonce-.*'/, '') };
}
