import { setImmediate } from 'node:timers/promises';

import type { TRPCClientError } from '@trpc/client';
import { expect } from 'chai';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';

import { entities } from '../entities/index.ts';
import { migrations } from '../migrations/index.ts';
import type { AppRouter } from '../routers/index.ts';
import { createIdentityGuard } from '../server/storage/database/identity-guard.ts';
import { openDatabase } from '../server/storage/database/open.ts';
import { readIdentity } from '../server/storage/identity/identity.ts';
import { databaseKinds } from './support/databases.ts';
import { write } from './support/posts.ts';
import { startTestService, type Answer, type TestService } from './support/service.ts';
import { freshAddress } from './support/visitors.ts';
import { stopwatch } from './support/stopwatch.ts';

const COMMENTS = '/api/posts/gb-note/comments';

for (const kind of databaseKinds.slice(1)) {
  describe(`${kind.name} errors`, function () {
    let service: TestService;
    let operator: Client;

    before(async () => {
      service = await startTestService(kind);
      await write(service, { id: 'post' });
      operator = new Client({ connectionString: service.database.url });
      await operator.connect();
      await operator.query(`
        create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'refused by the test' using errcode = tg_argv[0]; end $$`);
    });

    after(async () => {
      await operator?.end();
      await service?.close();
    });

    beforeEach(() => (service.logged.length = 0));

    const UNAVAILABLE: [code: string, meaning: string][] = [
      ['25006', 'read-only transaction'],
      ['55P03', 'a lock is not available'],
      ['57014', 'the statement took too long'],
      ['53300', 'too many connections'],
      ['53100', 'the disk is full'],
      ['57P01', 'shutting down'],
      ['57P03', 'starting up'],
      ['40P01', 'deadlock'],
      ['40001', 'serialization failure'],
    ];
    for (const [code, meaning] of UNAVAILABLE) {
      // docs/interface.md, E5
      it(`${code}, ${meaning}: 503 with Retry-After on both faces`, async () => {
        await refusing(code, async () => {
          expectUnavailable(await comment());
          const error = await service
            .trpc()
            .comments.submit.mutate({ id: 'gb-note', author: 'Ann', content: code })
            .catch((thrown: TRPCClientError<AppRouter>) => thrown);
          expect((error as TRPCClientError<AppRouter>).data).to.include({
            httpStatus: 503,
            reason: 'SERVICE_UNAVAILABLE',
            retryAfter: 5,
          });
        });
        expect(lines('a call failed')).to.have.length(0);
      });
    }

    it('22012, a bug: 500, and a log line each time', async () => {
      await refusing('22012', async () => {
        for (let time = 0; time < 2; time++) expect((await comment()).status).to.equal(500);
      });
      expect(lines('a call failed')).to.have.length(2);
    });

    it('writes while it is read-only: 503, not ready, and reads continue', async () => {
      const name = new URL(service.database.url).pathname.slice(1);
      await operator.query(`alter database ${name} set default_transaction_read_only = on`);
      await renewConnections();
      expectUnavailable(await comment());
      expectUnavailable(await service.admin('POST', '/api/posts', { title: 'New', content: 'Words' }));
      expect((await service.call('GET', '/readyz')).status).to.equal(503);
      expect((await service.call('GET', '/api/search?q=words')).status).to.equal(200);

      await operator.query('set default_transaction_read_only = off');
      await operator.query(`alter database ${name} set default_transaction_read_only = off`);
      await renewConnections();
      expect((await comment()).status).to.equal(201);
      expect((await service.call('GET', '/readyz')).status).to.equal(200);
    });

    it('a stop while connections are verified ends, whenever it comes', async () => {
      for (let round = 0; round < 30; round += 2) {
        const guard = createIdentityGuard('the database of the test', pino({ level: 'silent' }));
        const database = await openDatabase({ url: service.database.url, entities, guard });
        guard.expect(await readIdentity(database.kysely), migrations);
        const statements = Promise.allSettled(
          [1, 2, 3].map((number) => sql`select ${number}`.execute(database.kysely)),
        );
        for (let turn = 0; turn < round; turn++) await setImmediate();
        await database.close();
        expect(await statements).to.have.length(3);
      }
    });

    it('a locked table: each of 50 requests gets 503 within 6 s', async () => {
      service.clock.advance(60_000);
      await operator.query('begin; lock table posts in access exclusive mode');
      const paths = ['/api/posts', '/api/posts/post', '/', '/posts/post', '/feed.xml', '/api/search?q=words'];
      const elapsed = stopwatch();
      try {
        await service.changes.hear(['*']);
        const answers = await Promise.all([
          ...Array.from({ length: 30 }, (_, at) => read(paths[at % paths.length]!)),
          ...Array.from({ length: 20 }, (_, at) => service.admin('PUT', '/api/posts/post', { title: `Title ${at}` })),
        ]);
        expect(elapsed()).to.be.below(6000);
        answers.forEach(expectUnavailable);
      } finally {
        await operator.query('rollback');
      }
      expect((await service.admin('PUT', '/api/posts/post', { title: 'At last' })).status).to.equal(200);
      // A table that is locked for hours must not flood the log.
      expect(lines('PostgreSQL is too slow')).to.have.length(1);
    });

    /** Makes inserts of comments fail with this code. */
    async function refusing(code: string, test: () => Promise<void>): Promise<void> {
      await operator.query(
        `create trigger refusing before insert on comments for each row execute function refuse('${code}')`,
      );
      try {
        await test();
      } finally {
        await operator.query('drop trigger refusing on comments');
      }
    }

    /** Changes a setting of the database, which applies to new connections. */
    async function renewConnections(): Promise<void> {
      await operator.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      while ((await service.call('GET', '/api/admin/session', { token: service.token })).status !== 200);
    }

    const read = (path: string): Promise<Answer> => service.call('GET', path, { headers: freshAddress() });

    const comment = (): Promise<Answer> =>
      service.call('POST', COMMENTS, {
        body: { author: 'Ann', content: crypto.randomUUID() },
        headers: freshAddress(),
      });

    const lines = (begin: string) => service.logged.filter(({ msg }) => String(msg).startsWith(begin));
  });
}

function expectUnavailable({ status, headers, body }: Answer): void {
  expect(status, JSON.stringify(body)).to.equal(503);
  expect(headers.get('retry-after')).to.equal('5');
}
