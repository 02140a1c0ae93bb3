import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'chai';

import { parseAnswers } from '../support/raw.ts';
import { newFolder } from '../support/run.ts';
import { skip } from '../support/skip.ts';
import { cleanUp, start } from '../support/started.ts';

const run = promisify(execFile);
const MB = 1_000_000;
const SIZES = [5 * MB, 30 * MB, 100 * MB];
const PASSWORD = 'correct horse battery';

/** Python's http.client reads nothing before it has sent everything. */
const PYTHON = `
import http.client, sys
url, method, path, size, headers = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5:]
connection = http.client.HTTPConnection(url)
connection.request(method, path, b'x' * size, dict(header.split(': ') for header in headers))
print(connection.getresponse().status)
`;

interface Refused {
  method: string;
  path: string;
  status: number;
  type: string;
  isSigned?: boolean;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const cases: Refused[] = [
  { method: 'POST', path: '/api/posts', status: 413, type: json, isSigned: true },
  { method: 'POST', path: '/api/posts', status: 401, type: json },
  { method: 'POST', path: '/api/posts/gb-note/comments', status: 415, type: 'text/plain' },
  { method: 'POST', path: '/api/none', status: 404, type: json },
  { method: 'PUT', path: '/healthz', status: 405, type: json },
  { method: 'POST', path: '/trpc/posts.create', status: 413, type: json, isSigned: true },
  { method: 'POST', path: '/mcp', status: 401, type: json },
  { method: 'POST', path: '/posts/gb-note/comments', status: 413, type: form },
  { method: 'POST', path: '/api/media/upload', status: 415, type: 'image/png', isSigned: true },
  { method: 'POST', path: '/api/media/upload', status: 400, type: 'multipart/form-data; boundary=y', isSigned: true },
  { method: 'POST', path: '/api/media/upload', status: 401, type: 'multipart/form-data; boundary=y' },
];

// docs/interface.md, H16
describe('an answer to a body that is still being sent', () => {
  let url: string;
  let token: string;
  let folder: string;
  before(async () => {
    folder = await newFolder();
    for (const size of SIZES) await writeFile(join(folder, String(size)), Buffer.alloc(size, 'x'));
    url = await start(folder, { ADMIN_PASSWORD: PASSWORD }).url;
    const headers = { 'content-type': json };
    const body = JSON.stringify({ password: PASSWORD });
    const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body });
    ({ token } = (await answer.json()) as { token: string });
  });
  after(cleanUp);

  const headersOf = ({ type, isSigned = false }: Refused) => ({
    'Content-Type': type,
    ...(isSigned && { Authorization: `Bearer ${token}` }),
  });
  const lines = (refused: Refused) => Object.entries(headersOf(refused)).map((pair) => pair.join(': '));

  const clients: Record<string, (refused: Refused, size: number) => Promise<number>> = {
    async fetch(refused, size) {
      const { method, path } = refused;
      const answer = await fetch(url + path, { method, headers: headersOf(refused), body: Buffer.alloc(size, 'x') });
      await answer.text();
      // Over the same pool of connections.
      expect((await fetch(`${url}/healthz`)).status).to.equal(200);
      return answer.status;
    },
    async 'fetch of a stream'(refused, size) {
      const chunks = Array.from({ length: size / MB }, () => Buffer.alloc(MB, 'x'));
      const { method, path } = refused;
      const body = Readable.toWeb(Readable.from(chunks));
      const init = { method, headers: headersOf(refused), body, duplex: 'half' } as unknown as RequestInit;
      const answer = await fetch(url + path, init);
      await answer.text();
      return answer.status;
    },
    async curl(refused, size) {
      // By itself, curl sends `Expect: 100-continue` with such a body.
      const sent = ['--data-binary', `@${join(folder, String(size))}`, ...(size === SIZES[1] ? ['-H', 'Expect:'] : [])];
      const headers = lines(refused).flatMap((line) => ['-H', line]);
      const args = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-X', refused.method, ...headers, ...sent];
      return Number((await run('curl', [...args, url + refused.path])).stdout);
    },
    async "Python's http.client"(refused, size) {
      const { method, path } = refused;
      const args = ['-c', PYTHON, new URL(url).host, method, path, String(size), ...lines(refused)];
      return Number((await run('python3', args)).stdout);
    },
  };
  const programs: Record<string, string> = { curl: 'curl', "Python's http.client": 'python3' };
  for (const [client, send] of Object.entries(clients)) {
    it(`reaches ${client}`, async function () {
      const program = programs[client];
      if (program !== undefined && spawnSync(program, ['--version']).error) skip(this, `there is no ${program}`);
      for (const [at, refused] of cases.entries()) {
        const size = SIZES[at % SIZES.length]!;
        expect(await send(refused, size), `${refused.path} ${size}`).to.equal(refused.status);
      }
    });
  }

  it('says Connection: close, and what follows is no request', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const received = buffer(socket);
    const headers = 'Host: a\r\nContent-Type: application/json';
    socket.write(`POST /api/posts HTTP/1.1\r\n${headers}\r\nContent-Length: 100\r\n\r\n`);
    await once(socket, 'readable');
    const comment = JSON.stringify({ author: 'Ann', content: 'smuggled' });
    const request = `POST /api/posts/gb-note/comments HTTP/1.1\r\n${headers}\r\nContent-Length: ${comment.length}\r\n\r\n`;
    socket.write(`${' '.repeat(100)}${request}${comment}`);
    const answers = parseAnswers(await received);
    expect(answers.map(({ status, headers: { connection } }) => [status, connection])).to.deep.equal([[401, 'close']]);
    const list = await fetch(`${url}/api/posts/gb-note/comments`);
    expect(((await list.json()) as { comments: unknown[] }).comments).to.deep.equal([]);
  });

  it('keeps the connection when the body arrived with the head', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    for (const path of ['/api/posts', '/api/none', '/mcp']) {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(parseAnswers(answer)[0]!.headers).to.include({ connection: 'keep-alive' });
    }
    socket.destroy();
  });

  it('comes after the body when a proxy forwards it, which may stop reading at the answer', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const body = 'x'.repeat(1000);
    let isSent = false;
    const headers = `Host: a\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: ${body.length}`;
    socket.write(`POST /api/none HTTP/1.1\r\n${headers}\r\n\r\n${body.slice(1)}`);
    const answered = once(socket, 'data').then(([answer]) => ({ answer: answer as Buffer, isSent }));
    // The service answers this one later than it would have answered the first.
    expect((await fetch(`${url}/api/none`, { method: 'POST' })).status).to.equal(404);
    isSent = true;
    socket.write('x');
    const { answer, isSent: wasSent } = await answered;
    expect([parseAnswers(answer)[0]!.status, wasSent]).to.deep.equal([404, true]);
    socket.destroy();
  });

  it('makes a body unnecessary whose sender expects 100 Continue', async () => {
    const ask = async (path: string, length: number) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const headers = 'Host: a\r\nContent-Type: application/json\r\nExpect: 100-continue';
      socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\nContent-Length: ${length}\r\n\r\n`);
      const [first] = (await once(socket, 'data')) as [Buffer];
      return { socket, first: first.toString('latin1', 9, 12) };
    };
    const refused = await ask('/api/posts', 100 * MB);
    expect(refused.first).to.equal('401');
    const comment = JSON.stringify({ author: 'Ann', content: 'expected' });
    const taken = await ask('/api/posts/gb-note/comments', comment.length);
    expect(taken.first).to.equal('100');
    taken.socket.write(comment);
    const [answer] = (await once(taken.socket, 'data')) as [Buffer];
    expect(parseAnswers(answer)[0]!.status).to.equal(201);
    for (const { socket } of [refused, taken]) socket.destroy();
  });
});
