import { expect } from 'chai';
import { Client } from 'pg';

import { runOctavo } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { embedPostgres, type EmbeddedPostgres } from '../support/embedded-postgres.ts';
import { picture } from '../support/files.ts';
import { lineTo, type Line } from '../support/line.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { stopwatch } from '../support/stopwatch.ts';
import { until } from '../support/until.ts';
import { uploaded } from '../support/uploads.ts';
import { freshAddress } from '../support/visitors.ts';
import { comment, startWriters, type Writers } from '../support/writers.ts';

const WRITERS = 8;
const READERS = 4;
/** Milliseconds until an instance has noticed another database, and until it has noticed its own again. */
const NOTICED = 5000;
const METRICS = { METRICS_TOKEN: 'metrics-token' };
const ONE_LINE = /^the database of this blog is (away|back)/;

for (const kind of databaseKinds.slice(1)) {
  // docs/interface.md, D2, D19
  describe(`another database at the address of ${kind.name}`, function () {
    this.timeout(60_000);
    let own: EmbeddedPostgres;
    let other: EmbeddedPostgres;
    let line: Line;
    let service: TestService;
    let writers: Writers;
    let readers: Readers;
    let image: string;
    let backups: string;

    before(async () => {
      [own, other] = await Promise.all([embedPostgres(), embedPostgres()]);
      const { password, port } = new URL(own.url);
      await operate('create database blog', other.url);
      await operate(`alter user postgres password '${password}'`, other.url);
      line = await lineTo(Number(port));
      const url = Object.assign(new URL(own.url), { port: String(line.port) }).href;
      // Its database can be dropped, because the tests are connected to another one.
      await operate('create database blog');
      backups = await newFolder();
      service = await startTestService(
        { ...kind, freshUrl: async () => Object.assign(new URL(url), { pathname: 'blog' }).href },
        { ...METRICS, BACKUP_DIR: backups },
      );
      const { url: path } = await uploaded(service, await picture(20, 20).png().toBuffer());
      image = new URL(path, service.url).pathname;
    });

    after(async () => {
      await service?.close();
      await line?.close();
      await Promise.all([own?.stop(), other?.stop()]);
    });

    beforeEach(async () => {
      await operate('truncate comments cascade', blog());
      service.logged.length = 0;
      writers = startWriters(service, WRITERS);
      readers = startReaders(service, READERS);
      await writers.writeOn();
    });

    afterEach('nothing was a mistake', async () => {
      await Promise.all([writers.stop(), readers.stop()]);
      expect([...writers.otherStatuses].filter((status) => status !== 503)).to.deep.equal([]);
      expect([...readers.statuses].filter((status) => status !== 503)).to.deep.equal([200]);
      const failed = service.logged.filter(({ msg }) => msg === 'a call failed');
      expect(failed.map(({ err }) => (err as Error).message)).to.deep.equal([]);
    });

    it('is empty: everything but the checks is 503, and its own one heals it', async () => {
      line.leadTo(Number(new URL(other.url).port));
      await refused();
      await line.resume();
      line.leadTo(Number(new URL(own.url).port));
      await healed();
      await expectNothingLost();
      expectOneLine(/ is empty or not that of this blog; /);
    });

    it('replaces the tables under open connections', async () => {
      await operate('alter schema public rename to kept', blog());
      await operate('create schema public', blog());
      await refused();
      await operate('drop schema public', blog());
      await operate('alter schema kept rename to public', blog());
      await healed();
      await expectNothingLost();
    });

    const changes: [what: string, to: string, back: string, said: RegExp][] = [
      [
        'has another identity',
        "update identity set id = reverse(id), created_at = 'x'",
        'update identity set id = reverse(id)',
        / is another one than this service was started with; /,
      ],
      [
        'lacks a migration of this version',
        "update schema_migrations set name = 'x' where name = '0036-identity'",
        "update schema_migrations set name = '0036-identity' where name = 'x'",
        / is of an older version; /,
      ],
    ];
    for (const [what, to, back, said] of changes) {
      it(what, async () => {
        await operate(to, blog());
        await refused();
        await operate(back, blog());
        await healed();
        await expectNothingLost();
        expectOneLine(said);
      });
    }

    it('is one of a later version, which is served', async () => {
      await operate("insert into schema_migrations (name, applied_at) values ('9999-later', 0)", blog());
      await operate('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
      await writers.writeOn();
      expect((await service.call('GET', '/readyz')).status).to.equal(200);
      await operate("delete from schema_migrations where name = '9999-later'", blog());
    });

    it('is dropped, created again, and restored from a backup', async () => {
      await writers.stop();
      const env = {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: blog(),
        BACKUP_DIR: backups,
        MEDIA_URL: `file:${await newFolder()}`,
      };
      expect((await runOctavo(['backup'], '', env)).stderr).to.equal('');
      writers = startWriters(service, WRITERS);
      await operate('drop database blog with (force)');
      await operate('create database blog');
      await refused();
      expect((await runOctavo(['restore', 'latest'], '', env)).stderr).to.equal('');
      await healed();
      await writers.writeOn();
    });

    it('loses its tables for good', async () => {
      // They would win deadlocks.
      await writers.stop();
      await until(() => isDone(operate('drop schema public cascade', blog())));
      await operate('create schema public', blog());
      writers = startWriters(service, WRITERS);
      await refused();
    });

    /** Waits until the instance refuses everything, and checks that. */
    async function refused(): Promise<void> {
      const elapsed = stopwatch();
      await until(async () => (await service.call('GET', '/readyz')).status === 503);
      expect(elapsed()).to.be.below(NOTICED);
      await until(() => service.logged.some(({ msg }) => ONE_LINE.test(String(msg))));
      expect((await service.call('GET', '/readyz')).body).to.deep.equal({ ok: false, reason: 'DATABASE_FOREIGN' });
      const paths = ['/', '/api/posts', '/assets/site.css', image, '/api/openapi.json', '/admin', '/feed.xml'];
      for (const path of paths) {
        const { status, headers, body } = await read(path);
        expect(status, path).to.equal(503);
        expect(Number(headers.get('retry-after')), path).to.be.within(1, 60);
        expect(body.code, path).to.equal('SERVICE_UNAVAILABLE');
      }
      expect((await comment(service, 'refused')).status).to.equal(503);
      expect((await service.call('GET', '/healthz')).status).to.equal(200);
      const metrics = await service.call('GET', '/metrics', { token: METRICS.METRICS_TOKEN });
      expect(metrics.body).to.match(/^octavo_database_up 0$/m);
    }

    async function healed(): Promise<void> {
      const elapsed = stopwatch();
      await until(async () => (await service.call('GET', '/readyz')).status === 200);
      await writers.writeOn();
      expect(elapsed()).to.be.below(NOTICED);
      for (const path of ['/api/posts', image]) expect((await read(path)).status, path).to.equal(200);
    }

    async function expectNothingLost(): Promise<void> {
      await writers.stop();
      const { rows } = await operate('select content from comments', blog());
      const stored = new Set(rows.map(({ content }) => content));
      expect([...writers.acknowledged].filter((content) => !stored.has(content))).to.deep.equal([]);
    }

    /** One line for the beginning, whatever number of requests and connections met it, and one for the end. */
    function expectOneLine(said: RegExp): void {
      const lines = service.logged.filter(({ msg }) => ONE_LINE.test(String(msg)));
      expect(lines).to.have.length(2);
      expect(lines[0]).to.have.nested.property('err.message').that.matches(said);
    }

    const read = (path: string) => service.call('GET', path, { headers: freshAddress() });

    const blog = (): string => Object.assign(new URL(own.url), { pathname: 'blog' }).href;

    async function operate(statement: string, url = own.url): Promise<{ rows: { content: string }[] }> {
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return await client.query<{ content: string }>(statement);
      } finally {
        await client.end();
      }
    }
  });
}

function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

interface Readers {
  statuses: ReadonlySet<number>;
  stop(): Promise<void>;
}

/** Visitors who read continuously, both what is cached and what is not. */
function startReaders(service: TestService, count: number): Readers {
  const statuses = new Set<number>();
  let isOver = false;
  let reads = 0;

  async function keepReading(): Promise<void> {
    while (!isOver) {
      reads += 1;
      for (const path of ['/api/posts', `/api/posts?category=${reads}`, '/']) {
        statuses.add((await service.call('GET', path, { headers: freshAddress() })).status);
      }
    }
  }

  const running = Array.from({ length: count }, keepReading);
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
