import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';

import { readEncoded, parseAnswers, request, sendRaw } from './support/raw.ts';
import { describeService } from './support/service.ts';

const HOST = 'Host: 127.0.0.1';
/** Between two requests the limits and, at the turn of a second, the date differ. */
const changing = /^(RateLimit-Remaining|RateLimit-Reset|Date): .*\r\n/gim;

/** Cached reads whose head and body go out as bytes that were made before. */
describeService('http: ready responses', (use) => {
  before(async () => {
    const content = `${'A paragraph of many words that make a page long. '.repeat(400)}\n`;
    await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
    await use().admin('POST', '/api/posts', { id: 'long', title: 'Long', status: 'published', content });
  });

  const get = (path: string, ip: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, HOST, `CF-Connecting-IP: ${ip}`, ...headers, '', ''].join('\r\n');

  async function tagOf(path: string): Promise<string> {
    return String((await readEncoded(use().url + path, { 'cf-connecting-ip': '192.0.2.1' })).headers.etag);
  }

  /** The second of two requests that arrive together finds the connection busy, and node:http makes its head. */
  async function pair(path: string, headers: string[]): Promise<[string, string]> {
    // Into the cache, and into this encoding.
    await sendRaw(use().url, `${get(path, '192.0.2.8', ...headers)}${request('GET /healthz HTTP/1.1', HOST)}`);
    const one = get(path, '192.0.2.2', ...headers);
    const socket = connect(Number(new URL(use().url).port), '127.0.0.1');
    socket.write(one + one);
    await wait(50);
    socket.end();
    const text = (await buffer(socket)).toString('latin1');
    const [ready = '', made = ''] = text.split(/(?=HTTP\/1\.1 \d{3} )/);
    return [ready, made];
  }

  for (const path of ['/api/posts', '/api/posts/long', '/api/search?q=words', '/feed.xml', '/posts/long', '/']) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      it(`${path} in ${encoding} is byte for byte what node:http sends`, async () => {
        const [ready, made] = await pair(path, [`Accept-Encoding: ${encoding}`]);
        expect(ready).to.match(/^HTTP\/1\.1 200 OK\r\n/);
        expect(ready.replace(changing, '')).to.equal(made.replace(changing, ''));
        expect(ready.match(changing)?.length).to.equal(made.match(changing)?.length);
      });
    }

    it(`a 304 for ${path} is byte for byte what node:http sends`, async () => {
      const [ready, made] = await pair(path, [`If-None-Match: ${await tagOf(path)}`]);
      expect(ready).to.match(/^HTTP\/1\.1 304 Not Modified\r\n/);
      expect(ready.replace(changing, '')).to.equal(made.replace(changing, ''));
    });
  }

  it('the limits of each client are its own, with fewer digits too', async () => {
    const remaining = async (ip: string) => {
      const { headers } = await readEncoded(`${use().url}/api/posts`, { 'cf-connecting-ip': ip });
      return Number(headers['ratelimit-remaining']);
    };
    for (let count = 1; count <= 235; count++) expect(await remaining('192.0.2.3')).to.equal(240 - count);
    expect([await remaining('192.0.2.4'), await remaining('192.0.2.3')]).to.deep.equal([239, 4]);
  });

  it('what a slow client has not taken is not overwritten by the next response', async () => {
    const count = 230;
    const expected = (
      await readEncoded(`${use().url}/posts/long`, { 'cf-connecting-ip': '192.0.2.5' })
    ).body.toString();
    const slow = await silent();
    for (let sent = 0; sent < count; sent++) {
      slow.write(get('/posts/long', '192.0.2.6'));
      if (sent % 10 === 0) await readEncoded(`${use().url}/posts/long`, { 'cf-connecting-ip': '192.0.2.7' });
      else await wait(1);
    }
    slow.end(request('GET /healthz HTTP/1.1', HOST));
    const answers = parseAnswers(await buffer(slow.resume())).slice(0, count);
    expect(answers.map(({ status, text }) => status === 200 && text === expected)).to.deep.equal(
      Array.from({ length: count }, () => true),
    );
    const remaining = answers.map(({ headers }) => Number(headers['ratelimit-remaining']));
    expect(remaining).to.deep.equal(Array.from({ length: count }, (_, at) => 599 - at));
  });

  it('a request that expects 100 Continue closes its connection, as node:http has it', async () => {
    const [answer] = await sendRaw(use().url, get('/api/posts', '192.0.2.9', 'Expect: 100-continue'));
    expect([answer?.status, answer?.headers['connection']]).to.deep.equal([200, 'close']);
  });

  it('a client of HTTP/1.0, HEAD, and a request with a body get the usual response', async () => {
    const [old] = await sendRaw(use().url, `GET /api/posts HTTP/1.0\r\n${HOST}\r\n\r\n`);
    const [whole] = await sendRaw(use().url, request('GET /api/posts HTTP/1.1', HOST));
    const [withBody] = await sendRaw(use().url, request('GET /api/posts HTTP/1.1', HOST, 'Content-Length: 2') + '{}');
    const [head] = await sendRaw(use().url, request('HEAD /api/posts HTTP/1.1', HOST)).catch((error: Error) => [error]);
    expect([old?.status, whole?.status, withBody?.status]).to.deep.equal([200, 200, 200]);
    expect([old?.text, withBody?.text]).to.deep.equal([whole?.text, whole?.text]);
    expect(old?.headers).to.include({ connection: 'close' });
    expect(head).to.not.be.an('error');
  });

  /** A connection whose client reads nothing. */
  async function silent(): Promise<Socket> {
    const socket = connect(Number(new URL(use().url).port), '127.0.0.1').pause();
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  }
});
