import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';

import { request, sendRaw } from './support/raw.ts';
import { PASSWORD, type TestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

/** The lines of requests, without those of the start. */
function lines({ logged }: TestService): Record<string, unknown>[] {
  return logged.filter((line) => 'method' in line);
}

describeVisited('log', (use) => {
  const last = async (...requestLines: string[]) => {
    await sendRaw(use().url, request(requestLines[0] ?? '', 'Host: a', ...requestLines.slice(1)));
    return lines(use()).at(-1);
  };

  it('has one line per request: method, route, status, milliseconds, network of the client', async () => {
    const before = lines(use()).length;
    const line = await last('GET /api/posts/some-post?search=Marker-query HTTP/1.1', 'CF-Connecting-IP: 192.0.2.77');
    expect(lines(use())).to.have.length(before + 1);
    expect(line).to.include({ method: 'GET', route: 'GET /api/posts/{id}', status: 404, client: '192.0.2.0/24' });
    expect(line?.ms).to.be.a('number').within(0, 60_000);
    const other = await last('GET /api/site HTTP/1.1', 'CF-Connecting-IP: 2001:DB8:1:2::3');
    expect(other).to.include({ route: 'GET /api/site', status: 200, client: '2001:db8:1::/48' });
  });

  it('contains routes instead of paths, also for unknown and rejected requests', async () => {
    const routes: [string, string, number][] = [
      ['GET /Marker-path HTTP/1.1', 'GET /{id}', 404],
      ['GET /Marker/path HTTP/1.1', 'unknown', 404],
      ['GET /api/Marker-path HTTP/1.1', 'unknown', 404],
      ['GET /trpc/posts.list HTTP/1.1', 'trpc posts.list', 200],
      ['GET /trpc/Marker.name,posts.get?batch=1 HTTP/1.1', 'trpc unknown,posts.get', 207],
      ['HEAD /api/posts HTTP/1.1', 'GET /api/posts', 200],
      ['DELETE /api/comments/Marker-id HTTP/1.1', 'DELETE /api/comments/{id}', 401],
    ];
    for (const [line, route, status] of routes) {
      const entry = await last(line);
      expect(entry).to.include({ route, method: line.split(' ')[0] });
      expect(entry?.status, line).to.be.oneOf([status, 400]);
    }
  });

  it('contains no bodies, tokens, passwords, receipts, keys, queries or full IP addresses', async () => {
    const { call, admin, token } = use();
    const secrets = [
      'Marker-author',
      'Marker-content',
      'Marker-query',
      'Marker-receipt',
      'Marker-key',
      'Marker-origin',
    ];
    await call('POST', '/api/posts/gb-note/comments', {
      body: { author: 'Marker-author', content: 'Marker-content' },
      headers: { 'x-comment-receipt': 'Marker-receipt', 'cf-connecting-ip': '198.51.100.99' },
    });
    await call('POST', '/api/posts/gb-note/comments', {
      raw: '{"Marker-content',
      headers: { origin: 'Marker-origin' },
    });
    await call('GET', '/api/posts?search=Marker-query', { headers: { 'x-setup-key': 'Marker-key' } });
    await call('POST', '/api/admin/login', { body: { password: PASSWORD } });
    await call('POST', '/api/admin/login', { body: { password: 'Marker-content' } });
    await admin('POST', '/api/posts', { title: 'Marker-content', password: 'Marker-key', content: 'Marker-content' });
    await use().trpc().posts.list.query({ search: 'Marker-query' });
    const text = JSON.stringify(use().logged);
    for (const secret of [...secrets, token, PASSWORD, '198.51.100.99']) expect(text).to.not.include(secret);
  });

  it('has a line for a request that its client aborted', async () => {
    const before = lines(use()).length;
    const { hostname, port } = new URL(use().url);
    const socket = connect(Number(port), hostname);
    const headers = ['Content-Type: application/json', 'Content-Length: 9', 'Expect: 100-continue'];
    socket.write(request('POST /api/posts/gb-note/comments HTTP/1.1', 'Host: a', ...headers));
    await once(socket, 'data'); // the service waits for the body now
    socket.destroy();
    while (lines(use()).length === before) await setImmediate();
    expect(lines(use()).at(-1)).to.include({
      method: 'POST',
      route: 'POST /api/posts/{id}/comments',
      status: 499,
    });
  });
});
