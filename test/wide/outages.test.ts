import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { lineTo, type Line } from '../support/line.ts';
import { endRedis, needRedis } from '../support/redis.ts';
import { PASSWORD, startTestService, type Answer, type TestService } from '../support/service.ts';
import { freshAddress } from '../support/visitors.ts';
import { statementsOf } from '../support/statements.ts';
import { stopwatch } from '../support/stopwatch.ts';

const LIST = '/api/posts';
const COMMENTS = '/api/posts/gb-note/comments';

for (const kind of databaseKinds.slice(1)) {
  for (const outage of ['dead', 'frozen'] as const) {
    describe(`${kind.name} ${outage}`, () => {
      let line: Line;
      let service: TestService;
      /** An instance with a direct connection to the same database. */
      let other: TestService;

      before(async () => {
        const url = new URL(await kind.freshUrl());
        other = await startTestService({ ...kind, freshUrl: async () => url.href });
        line = await lineTo(Number(url.port));
        url.port = String(line.port);
        service = await startTestService({ ...kind, freshUrl: async () => url.href }, {}, { administrator: false });
      });

      beforeEach(async () => {
        for (const path of [LIST, COMMENTS]) expect((await read(path)).status).to.equal(200);
        await (outage === 'dead' ? line.cut() : line.freeze());
      });

      afterEach(recover);

      after(async () => {
        await service?.close();
        await line?.close();
        await other?.close();
      });

      // docs/scaling.md, When PostgreSQL is unavailable
      it('nothing is answered from memory, because others may have written', async () => {
        await lost();
        // A lease of 100 ms may last longer than the connection.
        await sleep(110);
        for (const path of [LIST, COMMENTS, '/', '/media/2026/01/none-00000000.png']) expectAway(await read(path));
        expect((await read('/assets/site.css')).status).to.equal(200);
        expect((await read('/healthz')).status).to.equal(200);
      });

      // docs/interface.md, E5
      it(`all others are 503 with Retry-After ${outage === 'dead' ? 'at once' : 'within 5 s'}`, async () => {
        const cold = ['/api/search?q=hello', '/api/posts?page=2', '/feed.xml', '/readyz'];
        const answers = await Promise.all([
          ...cold.map((path) => timed(read(path))),
          timed(comment(service, 'lost')),
          timed(login()),
          timed(service.call('GET', '/api/admin/settings', { token: other.token })),
        ]);
        for (const { answer, took } of answers) {
          expectAway(answer);
          expect(took).to.be.below(outage === 'dead' ? 1000 : 5000);
        }
        expect((await read('/healthz')).status).to.equal(200);
      });

      it('settings and comments changed in the meantime appear when it is back', async () => {
        await lost();
        const title = `While it was ${outage}`;
        await other.admin('PUT', '/api/admin/settings', { title });
        expect((await comment(other, `while ${outage}`)).status).to.equal(201);
        await recover();
        expect(await commentsShown()).to.include(`while ${outage}`);
        expect((await read('/api/site')).body).to.include({ title });
      });

      it('new responses are cached again afterwards', async () => {
        await lost();
        await recover();
        await read(LIST);
        expect(await statementsOf(service, () => read(LIST))).to.deep.equal([]);
      });

      it('the service stops within 5 s', async () => {
        await recover();
        const url = service.database.url;
        const another = await startTestService({ ...kind, freshUrl: async () => url }, {}, { administrator: false });
        await (outage === 'dead' ? line.cut() : line.freeze());
        const elapsed = stopwatch();
        await another.close();
        expect(elapsed()).to.be.below(5000);
      });

      const read = (path: string): Promise<Answer> => service.call('GET', path, { headers: freshAddress() });

      async function commentsShown(): Promise<string[]> {
        const { comments } = (await read(COMMENTS)).body as { comments: { content: string }[] };
        return comments.map(({ content }) => content);
      }

      const login = (): Promise<Answer> =>
        service.call('POST', '/api/admin/login', { body: { password: PASSWORD }, headers: freshAddress() });

      /** Resolves when the service has noticed that it receives no notifications. */
      async function lost(): Promise<void> {
        while (!service.logged.some(({ msg }) => String(msg).startsWith('PostgreSQL is away'))) await turn();
      }

      async function recover(): Promise<void> {
        await line.resume();
        const isAway = () => service.logged.findLast(({ msg }) => String(msg).startsWith('PostgreSQL is'));
        while (String(isAway()?.['msg']).startsWith('PostgreSQL is away')) await turn();
        while ((await read('/readyz')).status !== 200);
        service.logged.length = 0;
      }
    });
  }
}

describe('Redis outages', function () {
  let redis: ChildProcess | undefined;
  let line: Line;
  let service: TestService;

  before(async function () {
    const started = await needRedis(this);
    redis = started.redis;
    line = await lineTo(started.port);
    service = await startTestService(databaseKinds[0]!, { REDIS_URL: `redis://127.0.0.1:${line.port}` });
    await counted();
  });

  afterEach(async () => {
    await line.resume();
    await counted();
  });

  after(async () => {
    await service?.close();
    await line?.close();
    await endRedis(redis);
  });

  for (const outage of ['dead', 'frozen'] as const) {
    it(`${outage}: reads pass with at most 250 ms added, including the first ones`, async () => {
      await timed(read());
      await (outage === 'dead' ? line.cut() : line.freeze());
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => timed(read())));
        for (const { answer, took } of answers) {
          expect(answer.status).to.equal(200);
          // Twenty concurrent reads take a moment themselves.
          expect(took).to.be.below(250 + 100);
        }
        await turn();
      }
    });

    it(`${outage}: sign-in succeeds and fails as usual`, async () => {
      await (outage === 'dead' ? line.cut() : line.freeze());
      const headers = freshAddress();
      const login = (password: string) => service.call('POST', '/api/admin/login', { body: { password }, headers });
      expect((await login(PASSWORD)).status).to.equal(200);
      for (let time = 0; time < 5; time++) expect((await login('not the password')).status).to.equal(401);
      expect((await login(PASSWORD)).status).to.equal(429);
    });
  }

  it('frozen at the start: the service starts and responds', async () => {
    line.freeze();
    const env = { REDIS_URL: `redis://127.0.0.1:${line.port}` };
    const late = await startTestService(databaseKinds[0]!, env);
    const { answer, took } = await timed(late.call('GET', LIST, { headers: freshAddress() }));
    await late.close();
    expect(answer.status).to.equal(200);
    expect(took).to.be.below(250 + 100);
  });

  const read = (): Promise<Answer> => service.call('GET', LIST, { headers: freshAddress() });

  /** Resolves when reads are counted. */
  async function counted(): Promise<void> {
    while ((await read()).headers.get('ratelimit-remaining') === null) {
      await turn();
    }
  }
});

function comment(service: TestService, content: string): Promise<Answer> {
  return service.call('POST', COMMENTS, { body: { author: 'Ann', content }, headers: freshAddress() });
}

function expectAway({ status, headers }: Answer): void {
  expect(status).to.equal(503);
  expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
}

async function timed(answering: Promise<Answer>): Promise<{ answer: Answer; took: number }> {
  const elapsed = stopwatch();
  const answer = await answering;
  return { answer, took: elapsed() };
}

/** Yields to the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
