import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { parseAnswers } from '../support/raw.ts';
import { PASSWORD } from '../support/service.ts';
import { newFolder } from '../support/run.ts';
import { withDatabase } from '../support/stored.ts';
import { cleanUp, lineOf, ready, start, type Started } from '../support/started.ts';
import { stopUnderLoad } from '../support/stop-under-load.ts';
import { stopwatch } from '../support/stopwatch.ts';

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

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

const ENDLESS = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) as i from n';
const A_POST = `insert into posts (key, slug, title, date, excerpt, cover, category, tags, status, version, created_at,
  updated_at, content) values (1, 'p', 'x', '2026-01-02', '', '', '', '[]', 'published', 1, '', '', '')`;

/** Makes the deletion of a post count for minutes. */
function makeDeletionsSlow(file: string): void {
  new BetterSqlite3(file)
    .exec(`${A_POST}; create view endless as ${ENDLESS};
      create trigger slow before delete on posts begin insert into touched select i from endless; end`)
    .close();
}

/** Makes every search in the texts of posts count for minutes. */
function makeSearchesSlow(file: string): void {
  new BetterSqlite3(file)
    .exec(`${A_POST}; alter table post_search rename to texts;
      insert into texts (post_key, text) values (1, 'x');
      create view post_search as select post_key, text || (${ENDLESS}) as text from texts`)
    .close();
}

async function answerOf(socket: Socket): Promise<{ status?: number; connection?: string }> {
  const [answer] = parseAnswers(await buffer(socket));
  return { ...answer, ...answer?.headers };
}

for (const kind of databaseKinds) {
  describe(`stop (${kind.name})`, () => {
    after(cleanUp);

    const serve = async (url: string): Promise<Started> => {
      const started = start(await newFolder(), { DATABASE_URL: url });
      await ready(started);
      await lineOf(started, /no site address/);
      return started;
    };

    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      it(`${signal}: the running request is answered and stored, and the process exits with 0 within 5 s`, async () => {
        const database = await kind.freshUrl();
        const first = await serve(database);
        const url = await first.url;
        const socket = await openRequest(url);
        const elapsed = stopwatch();
        first.process.kill(signal);
        await lineOf(first, /stopping/);
        socket.write(BODY);
        expect(await answerOf(socket)).to.include({ status: 201, connection: 'close' });
        expect(await first.ended).to.equal(0);
        expect(elapsed()).to.be.below(5000);
        expect(await fetch(url).catch(() => 'refused')).to.equal('refused');
        const second = await serve(database);
        expect(await commentsOf(await second.url)).to.deep.equal(['in flight']);
      });
    }

    // `npm run bench -- stops` does this fifty times.
    it('SIGTERM under load loses no acknowledged write, and cuts no answer', async () => {
      const [cwd, database] = [await newFolder(), await kind.freshUrl('migrated')];
      const env = { DATABASE_URL: database };
      const { acknowledged, ...seen } = await stopUnderLoad({ rounds: 2, cwd, env, stopAfter: () => 300 });
      expect(acknowledged).not.to.be.empty;
      expect(seen).to.deep.include({ cut: 0, failed: 0, exits: [] });
      const stored = await withDatabase(database, ({ kysely }) =>
        kysely.selectFrom('comments').select('content').execute(),
      );
      expect(stored.map(({ content }) => content)).to.include.members(acknowledged);
    });

    it('SIGTERM: an endless request delays it by at most 5 s', async () => {
      const started = await serve(await kind.freshUrl());
      const socket = await openRequest(await started.url);
      socket.on('error', () => undefined);
      const elapsed = stopwatch();
      started.process.kill('SIGTERM');
      expect(await started.ended).to.equal(0);
      expect(elapsed()).to.be.below(5000);
    });

    if (kind.name === 'SQLite') {
      it('SIGTERM: what has arrived by then is answered, on new connections and on open ones', async () => {
        const started = await serve(await kind.freshUrl('migrated'));
        const { hostname, port } = new URL(await started.url);
        const open = () => connect(Number(port), hostname);
        const sendHead = (socket: Socket) => socket.write('GET /api/posts HTTP/1.1\r\nHost: a\r\n\r\n');
        const kept = [open(), open(), open()];
        kept.forEach(sendHead);
        await Promise.all(kept.map((socket) => once(socket, 'data')));
        // Browsers open connections in advance.
        const silent = open();
        await once(silent, 'connect');
        const silentEnded = once(silent.resume(), 'close');
        started.process.kill('SIGSTOP');
        const fresh = Array.from({ length: 30 }, open);
        await Promise.all(fresh.map((socket) => once(socket, 'connect')));
        const answers = [...kept, ...fresh].map(answerOf);
        [...kept, ...fresh].forEach(sendHead);
        await sleep(100);
        const elapsed = stopwatch();
        started.process.kill('SIGTERM');
        started.process.kill('SIGCONT');
        for (const { status, connection } of await Promise.all(answers)) {
          // Some are read before the signal.
          if (status !== 200) expect({ status, connection }).to.deep.equal({ status: 503, connection: 'close' });
        }
        expect(await started.ended).to.equal(0);
        expect(elapsed()).to.be.below(3000);
        await silentEnded;
      });

      it('SIGTERM: an uninterruptible read delays it by at most 5 s', async () => {
        const database = await kind.freshUrl('migrated');
        makeSearchesSlow(database.slice('sqlite:'.length));
        const started = await serve(database);
        const answer = fetch(`${await started.url}/api/posts?search=x`).catch(() => null);
        await sleep(500);
        const elapsed = stopwatch();
        started.process.kill('SIGTERM');
        expect(await started.ended).to.equal('SIGTERM');
        expect(elapsed()).to.be.below(5000);
        expect(started.output()).to.include('stopping');
        await answer;
      });

      it('SIGTERM: so does a write, which is not executed', async () => {
        const database = await kind.freshUrl('administrator');
        const file = database.slice('sqlite:'.length);
        makeDeletionsSlow(file);
        const started = await serve(database);
        const url = await started.url;
        const { token } = (await post(`${url}/api/admin/login`, { password: PASSWORD })) as { token: string };
        const headers = { authorization: `Bearer ${token}` };
        const answer = fetch(`${url}/api/posts/p`, { method: 'DELETE', headers }).catch(() => null);
        await sleep(500);
        const elapsed = stopwatch();
        started.process.kill('SIGTERM');
        expect(await started.ended).to.equal('SIGTERM');
        expect(elapsed()).to.be.below(5000);
        await answer;
        const opened = new BetterSqlite3(file);
        expect(opened.prepare('select slug from posts').all()).to.deep.equal([{ slug: 'p' }]);
        opened.close();
      });
    }

    it('SIGKILL right after a response loses no acknowledged write', async () => {
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
