import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { TRPCError } from '@trpc/server';
import { expect } from 'chai';
import { pino } from 'pino';

import { describeDatabaseError } from '../../routers/base/database-errors.ts';
import { toFailure } from '../../routers/base/errors.ts';
import { photo } from '../support/files.ts';
import { program } from '../support/programs.ts';
import { newFolder } from '../support/run.ts';
import { skip } from '../support/skip.ts';
import { cleanUp, start, type Started } from '../support/started.ts';

const run = promisify(execFile);
const PASSWORD = 'correct horse battery';
const LIMIT = 64;
const WARNING = `only ${LIMIT} files and connections may be open at once`;

/** Runs a program with few descriptors: the arguments of Node.js. */
const withFew = (...args: string[]): string[] => {
  const shell = ['sh', '-c', `ulimit -n ${LIMIT}; exec "$0" "$@"`, process.execPath, ...args];
  return ['--no-warnings', '-e', `process.execve('/bin/sh', ${JSON.stringify(shell)}, process.env)`];
};

// docs/interface.md, H17
describe('few descriptors', () => {
  let service: Started;
  let folder: string;
  let url: string;
  let headers: Record<string, string>;
  const sockets: Socket[] = [];
  before(async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such limit', { optional: true });
    folder = await newFolder();
    service = start(folder, { ADMIN_PASSWORD: PASSWORD }, 'pipe', withFew(program('server/main')));
    url = await service.url;
    const { token } = (await (await post('/api/admin/login', { password: PASSWORD })).json()) as { token: string };
    headers = { authorization: `Bearer ${token}`, connection: 'close' };
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  after(cleanUp);

  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { connection: 'close', ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const get = (path: string) => fetch(url + path, { headers: { connection: 'close' } });
  const open = async (bytes = ''): Promise<void> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(socket.on('error', () => undefined).resume());
    await once(socket, 'connect');
    if (bytes !== '') socket.write(bytes);
  };

  for (const [which, bytes] of Object.entries({
    'that send nothing': '',
    'that wait between two requests': 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    'with half a request': 'GET /healthz HTTP/1.1\r\nHost:',
  })) {
    it(`are not taken by 104 connections ${which}: pages, health, reads and writes go on`, async () => {
      for (let count = 0; count < 104; count++) await open(bytes);
      for (const path of ['/', '/healthz', '/readyz', '/api/posts', '/api/search?q=open', '/feed.xml', '/archive']) {
        expect((await get(path)).status, path).to.equal(200);
      }
      expect((await post('/api/posts', { title: which, content: 'Text' })).status).to.equal(201);
      expect((await post('/api/posts/gb-note/comments', { author: 'Ann', content: which })).status).to.equal(201);
      const form = new FormData();
      form.append('file', new Blob([(await photo('jpeg')) as BlobPart]), 'photo.jpg');
      const uploaded = await fetch(`${url}/api/media/upload`, { method: 'POST', headers, body: form });
      expect(uploaded.status, `${await uploaded.text()} ${service.errors()}`).to.equal(201);
    });
  }

  it('are 503 with Retry-After for new connections while all others are at work, and come back', async () => {
    const head = 'POST /api/posts/gb-note/comments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    let answer = await get('/healthz');
    while (answer.ok) {
      await open(`${head}Content-Length: 100\r\n\r\n`);
      answer = await get('/healthz');
    }
    expect(sockets.length).to.be.below(LIMIT);
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '1']);
    expect(await answer.json()).to.include({ ok: false, code: 'SERVICE_UNAVAILABLE' });
    sockets.splice(0).forEach((socket) => socket.destroy());
    while ((await get('/healthz')).status !== 200);
    expect(service.errors()).to.equal('');
  });

  it('make the start and octavo doctor warn', async () => {
    expect(service.output()).to.include(WARNING).and.to.include('idle ones are closed for new ones');
    const args = withFew(program('bin/octavo'), 'doctor');
    const { stdout } = await run(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'] } });
    expect(stdout).to.match(/^warning {2}open files +Only 64 files .*ulimit -n.*\.$/m);
  });

  it('make what needs one 503, not 500', () => {
    for (const code of ['EMFILE', 'ENFILE']) {
      const cause = new Error('A file could not be read.', { cause: Object.assign(new Error(code), { code }) });
      const log = { log: pino({ level: 'silent' }), databaseFailed: () => undefined };
      const error = describeDatabaseError(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }), log);
      expect(toFailure(error)).to.deep.include({ status: 503, retryAfter: 5 });
    }
  });
});
