import { expect } from 'chai';
import { Client } from 'pg';

import { databaseKinds } from '../support/databases.ts';
import { embedPostgres, type EmbeddedPostgres } from '../support/embedded-postgres.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { freshAddress } from '../support/visitors.ts';
import { comment, startWriters, type Writers } from '../support/writers.ts';
import { stopwatch } from '../support/stopwatch.ts';

const WRITERS = 30;
/** Milliseconds from the end of an outage until the writers continue. */
const RECOVERY = 5000;

for (const kind of databaseKinds.slice(1)) {
  describe(`${kind.name} with ${WRITERS} writers`, function () {
    this.timeout(120_000);
    let postgres: EmbeddedPostgres;
    let service: TestService;
    let writers: Writers;

    before(async () => {
      postgres = await embedPostgres();
      service = await startTestService({ ...kind, freshUrl: async () => postgres.url });
    });

    after(async () => {
      await service?.close();
      await postgres?.stop();
    });

    beforeEach(async () => {
      await recovered();
      service.logged.length = 0;
      writers = startWriters(service, WRITERS);
      await writers.writeOn();
    });

    afterEach('nothing acknowledged is lost, and nothing is a mistake', async () => {
      await writers.stop();
      const { rows } = await operate('select content from comments');
      const stored = new Set(rows.map(({ content }) => content));
      expect([...writers.acknowledged].filter((content) => !stored.has(content))).to.deep.equal([]);
      expect([...writers.otherStatuses].filter((status) => status !== 503)).to.deep.equal([]);
      await operate('truncate comments cascade');
      await recovered();
      expectLinesInTurn();
    });

    it('is restarted', async () => {
      await postgres.halt();
      await postgres.start();
      await expectToGoOn();
    });

    it('terminates all backends repeatedly', async () => {
      for (let round = 0; round < 3; round++) {
        await operate('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
        await expectToGoOn();
      }
    });

    it('is stopped and started', async () => {
      await postgres.halt();
      await away();
      expect((await service.call('GET', '/readyz')).status).to.equal(503);
      expectUnavailable(await comment(service, 'while it is stopped'));
      await postgres.start();
      await expectToGoOn();
    });

    it('is frozen: every request ends within 15 s', async () => {
      await postgres.freeze();
      const elapsed = stopwatch();
      const reads = Array.from({ length: 20 }, (_, page) => read(`/api/posts?page=${page + 2}`));
      const answers = await Promise.all([...reads, comment(service, 'while it is frozen')]);
      answers.forEach(expectUnavailable);
      expect(elapsed()).to.be.below(15_000);
      await away();
      await postgres.thaw();
      await expectToGoOn();
    });

    it('becomes read-only, and writable again', async () => {
      await operate('alter system set default_transaction_read_only = on');
      await operate('select pg_reload_conf()');
      await away();
      expect((await service.call('GET', '/readyz')).status).to.equal(503);
      expectUnavailable(await comment(service, 'while it is read-only'));
      expect((await read('/api/posts?page=2')).status).to.equal(200);
      await operate('alter system reset default_transaction_read_only');
      await operate('select pg_reload_conf()');
      await expectToGoOn();
    });

    async function expectToGoOn(): Promise<void> {
      const elapsed = stopwatch();
      await writers.writeOn();
      expect(elapsed()).to.be.below(RECOVERY);
    }

    async function operate(statement: string): Promise<{ rows: { content: string }[] }> {
      const client = new Client({ connectionString: postgres.url });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return await client.query<{ content: string }>(statement);
      } finally {
        await client.end();
      }
    }

    const read = (path: string): Promise<Answer> => service.call('GET', path, { headers: freshAddress() });

    const outageLines = () =>
      service.logged.map(({ msg }) => String(msg)).filter((line) => /^PostgreSQL is (away|back)/.test(line));

    async function away(): Promise<void> {
      while (!outageLines().at(-1)?.startsWith('PostgreSQL is away')) await turn();
    }

    async function recovered(): Promise<void> {
      while (outageLines().at(-1)?.startsWith('PostgreSQL is away')) await turn();
      while ((await service.call('GET', '/readyz')).status !== 200) await turn();
    }

    /** Expects one log line for the outage and one for the recovery, for any number of failed requests. */
    function expectLinesInTurn(): void {
      const lines = outageLines().map((line) => line.slice(0, 'PostgreSQL is away'.length));
      expect(lines.length).to.be.at.least(2);
      lines.forEach((line, at) => expect(line).to.equal(at % 2 === 0 ? 'PostgreSQL is away' : 'PostgreSQL is back'));
      expect(service.logged.filter(({ msg }) => msg === 'a call failed')).to.deep.equal([]);
    }
  });
}

function expectUnavailable({ status, headers }: Answer): void {
  expect(status).to.equal(503);
  expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
