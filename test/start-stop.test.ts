import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';

import { databaseKinds } from './support/databases.ts';
import { parseAnswers } from './support/raw.ts';
import { cleanUp, lineOf, newFolder, start, type Started } from './support/started.ts';

const BODY = JSON.stringify({ author: 'Ann', content: 'in flight' });
const HEAD = ['POST /api/posts/gb-note/comments HTTP/1.1', 'Host: a', 'Content-Type: application/json'];

async function commentsOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/posts/gb-note/comments`, { headers: { connection: 'close' } });
  return ((await answer.json()) as { comments: { content: string }[] }).comments.map(({ content }) => content);
}

/** A connection whose request has arrived, except for its body. */
async function openRequest(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write([...HEAD, `Content-Length: ${BODY.length}`, 'Expect: 100-continue', '', ''].join('\r\n'));
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString()).to.match(/^HTTP\/1\.1 100 /);
  return socket;
}

async function answerOf(socket: Socket): Promise<{ status?: number; connection?: string }> {
  const [answer] = parseAnswers(await buffer(socket));
  return { ...answer, ...answer?.headers };
}

for (const kind of databaseKinds) {
  describe(`stop (${kind.name})`, function () {
    this.timeout(30_000);
    after(cleanUp);

    const serve = async (url: string): Promise<Started> => {
      const started = start(await newFolder(), { DATABASE_URL: url });
      await started.url;
      await lineOf(started, /no site address/);
      return started;
    };

    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      it(`${signal}: the request in flight is answered and kept, and the process ends with 0 within 5 s`, async () => {
        const database = await kind.freshUrl();
        const first = await serve(database);
        const url = await first.url;
        const socket = await openRequest(url);
        const begun = performance.now();
        first.process.kill(signal);
        await lineOf(first, /stopping/);
        socket.write(BODY);
        expect(await answerOf(socket)).to.include({ status: 201, connection: 'close' });
        expect(await first.ended).to.equal(0);
        expect(performance.now() - begun).to.be.below(5000);
        expect(await fetch(url).catch(() => 'refused')).to.equal('refused');
        const second = await serve(database);
        expect(await commentsOf(await second.url)).to.deep.equal(['in flight']);
      });
    }

    it('SIGTERM: a request that never ends does not hold it for more than 5 s', async () => {
      const started = await serve(await kind.freshUrl());
      const socket = await openRequest(await started.url);
      socket.on('error', () => undefined);
      const begun = performance.now();
      started.process.kill('SIGTERM');
      expect(await started.ended).to.equal(0);
      expect(performance.now() - begun).to.be.below(5000);
    });

    it('SIGKILL right after an answer loses nothing that was answered', async () => {
      const database = await kind.freshUrl();
      const written: string[] = [];
      for (let round = 0; round < 3; round++) {
        const started = await serve(database);
        const url = await started.url;
        for (let at = 0; at < 5; at++) {
          const content = `${round}-${at}`;
          const answer = await fetch(`${url}/api/posts/gb-note/comments`, {
            method: 'POST',
            body: JSON.stringify({ author: 'Ann', content }),
            headers: { 'content-type': 'application/json' },
          });
          expect(answer.status).to.equal(201);
          written.push(content);
        }
        started.process.kill('SIGKILL');
        expect(await started.ended).to.equal('SIGKILL');
      }
      expect(await commentsOf(await (await serve(database)).url)).to.deep.equal(written);
    });
  });
}
