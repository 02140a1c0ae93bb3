import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { lineTo, type Line } from '../support/line.ts';
import { endRedis, needRedis } from '../support/redis.ts';
import { readYourWrites, type Send } from '../support/read-your-writes.ts';
import { startSeveral, type Instance } from '../support/several.ts';
import { cleanUp } from '../support/started.ts';
import { until } from '../support/until.ts';

/** Reads without a pause, of which none may show what was before. */
const READS = 2000;
/** For how long an instance is stopped around a write, in milliseconds. */
const PAUSES = [20, 60, 100, 200, 500, 2000];

for (const kind of databaseKinds.slice(1)) {
  for (const withRedis of [true, false]) {
    // docs/scaling.md, Read your writes
    describe(`four instances on ${kind.name} ${withRedis ? 'with' : 'without'} Redis`, function () {
      let redis: ChildProcess | undefined;
      let instances: Instance[];

      before(async function () {
        const env: Record<string, string> = {};
        if (withRedis) {
          const started = await needRedis(this);
          redis = started.redis;
          env['REDIS_URL'] = `redis://127.0.0.1:${started.port}`;
        }
        instances = await startSeveral(await kind.freshUrl('administrator'), [env, env, env, env]);
        await instances[0]!.call('POST', '/api/posts', { body: { id: 'note', title: 'First', content: 'Words' } });
      });

      after(async () => {
        await cleanUp();
        await endRedis(redis);
      });

      it(`show a write through one of them in each of ${READS} reads that begin after its answer`, async () => {
        const send: Send = (at, method, path, body) =>
          instances[at]!.call(method, path, body ? { body } : { token: null });
        const { stale, writes } = await readYourWrites({ send, instances: 4, reads: READS });
        expect(stale).to.deep.equal([]);
        expect(writes).to.be.above(5);
      });

      for (const pause of PAUSES) {
        it(`show it when the reader is stopped for ${pause} ms around the write`, async () => {
          const [writer, reader] = instances as [Instance, Instance];
          const made = await writer.call('POST', '/api/admin/keys', { body: { name: 'A key', scopes: ['drafts'] } });
          const { key, secret } = JSON.parse(made.text) as { key: { id: string }; secret: string };
          await writer.call('PUT', '/api/posts/note', { body: { status: 'published', title: 'Before' } });
          const seen = async () => ({
            page: (await read(reader, '/posts/note')).status,
            api: (await read(reader, '/api/posts/note')).status,
            list: (await read(reader, '/api/posts')).text.includes('"note"'),
            title: (await read(reader, '/api/site')).text.includes(`Paused ${pause}`),
            key: (await reader.call('GET', '/api/admin/posts', { token: secret })).status,
          });
          expect(await seen()).to.deep.equal({ page: 200, api: 200, list: true, title: false, key: 200 });

          reader.process.kill('SIGSTOP');
          const over = sleep(pause).then(() => reader.process.kill('SIGCONT'));
          await Promise.all([
            writer.call('PUT', '/api/posts/note', { body: { status: 'draft' } }),
            writer.call('PUT', '/api/admin/settings', { body: { title: `Paused ${pause}` } }),
            writer.call('DELETE', `/api/admin/keys/${key.id}`),
          ]).then((answers) => expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]));
          expect(await seen()).to.deep.equal({ page: 404, api: 404, list: false, title: true, key: 401 });
          await over;
        });
      }
    });
  }
}

for (const kind of databaseKinds.slice(1)) {
  describe(`an instance on ${kind.name} that hears of a write too late`, () => {
    let line: Line;
    let instances: Instance[];

    before(async () => {
      const url = await kind.freshUrl('administrator');
      line = await lineTo(Number(new URL(url).port));
      const far = Object.assign(new URL(url), { port: String(line.port) }).href;
      instances = await startSeveral(url, [{}, { DATABASE_URL: far }]);
      await instances[0]!.call('POST', '/api/posts', { body: { id: 'note', title: 'First' } });
    });
    after(async () => {
      await cleanUp();
      await line.close();
    });

    it('shows nothing older: the answer to the write waits for the end of its lease', async () => {
      const [writer, reader] = instances as [Instance, Instance];
      for (let round = 0; round < 20; round++) {
        // In memory, and within a lease.
        for (let time = 0; time < 2; time++) await read(reader, '/api/posts/note');
        line.freeze();
        const title = `Late ${round}`;
        expect((await writer.call('PUT', '/api/posts/note', { body: { title } })).status).to.equal(200);
        const reading = read(reader, '/api/posts/note');
        await line.resume();
        expect((await reading).text).to.include(title);
      }
    });

    it('answers nothing while the database is out of reach, and continues when it is back', async () => {
      const reader = instances[1]!;
      await line.cut();
      await until(async () => (await read(reader, '/api/posts/note')).status === 503);
      const refused = await read(reader, '/posts/note');
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '5']);
      expect((await read(reader, '/healthz')).status).to.equal(200);
      await line.resume();
      await until(async () => (await read(reader, '/api/posts/note')).status === 200);
    });
  });
}

const read = (instance: Instance, path: string) => instance.call('GET', path, { token: null });
