import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { Client } from 'pg';

import { runOctavo } from '../support/cli.ts';
import { databaseKinds, type DatabaseKind } from '../support/databases.ts';
import { embedPostgres } from '../support/embedded-postgres.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { loopDisk, remount, smallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';

/** A fault, and the way back. */
interface Scene {
  service: TestService;
  breakIt(): Promise<void> | void;
  mendIt: (() => Promise<unknown> | void) | null;
  close(): Promise<unknown> | void;
}

interface Fault {
  what: string;
  open(test: Mocha.Context): Promise<Scene>;
  /** The reason that `/readyz` names; null: it is ready. */
  reason: string | null;
  /** Whether reads work. */
  isReadable: boolean;
  /** What health says about the database. */
  health: RegExp;
  /** The last sentence of `octavo status`; null: it succeeds. */
  status: RegExp | null;
  /** A line of `octavo doctor`. */
  doctor: RegExp;
}

const [sqlite, postgres] = databaseKinds;

const faults: Fault[] = [
  {
    what: 'an SQLite file that was moved away',
    async open() {
      const file = join(await newFolder(), 'blog.db');
      const service = await serveFile(file);
      return {
        service,
        breakIt: () => rename(file, `${file}.away`),
        mendIt: () => rename(`${file}.away`, file),
        close: service.close,
      };
    },
    reason: 'DATABASE_FILE',
    isReadable: true,
    health: /^The file \S+blog\.db was deleted or moved away while the service uses it/,
    status: /Its database file was moved, replaced or damaged; the log of the service says more\.$/,
    doctor: /^problem +service +\S+ is not ready\. Its database file was moved/m,
  },
  {
    what: 'an SQLite file on a disk that takes no writes',
    async open(test) {
      const disk = loopDisk(test, 32);
      const service = await serveFile(join(disk.folder, 'blog.db'));
      return {
        service,
        async breakIt() {
          remount(disk.folder, 'abort');
          await writeFails(service);
        },
        mendIt: null,
        async close() {
          await service.close();
          disk.remove();
        },
      };
    },
    reason: 'DATABASE_READ_ONLY|DATABASE_AWAY',
    isReadable: true,
    health: /^The database \S+blog\.db cannot be (read or )?written/,
    status: /Its database (accepts no writes|does not answer); octavo doctor says more\.$/,
    doctor: /^problem +service +\S+ is not ready\. Its database /m,
  },
  {
    what: 'an SQLite file on a full disk',
    async open(test) {
      const disk = smallDisk(test, 32);
      const service = await serveFile(join(disk.folder, 'blog.db'));
      return {
        service,
        async breakIt() {
          disk.fill();
          await writeFails(service);
        },
        mendIt: disk.free,
        async close() {
          await service.close();
          disk.remove();
        },
      };
    },
    reason: null,
    isReadable: true,
    health: /^The database \S+blog\.db cannot be written because the disk is full; free some space\.$/,
    status: null,
    doctor: /^problem +disk +0\.0 MB are free in .*; free some space\.$/m,
  },
  ...(postgres
    ? [
        onPostgres(postgres, {
          what: 'a PostgreSQL server that is read-only',
          breakIt: async ({ operate }) => {
            await operate('alter system set default_transaction_read_only = on');
            await operate('select pg_reload_conf()');
          },
          mendIt: async ({ operate }) => {
            await operate('alter system reset default_transaction_read_only');
            await operate('select pg_reload_conf()');
          },
          reason: 'DATABASE_READ_ONLY',
          isReadable: true,
          health: /^PostgreSQL is read-only; if it is a standby, name the primary in DATABASE_URL, else turn /,
          status: /Its database accepts no writes; octavo doctor says more\.$/,
          doctor: /^problem +database +PostgreSQL is read-only; /m,
        }),
        onPostgres(postgres, {
          what: 'a PostgreSQL server that is stopped',
          breakIt: ({ halt }) => halt(),
          mendIt: ({ start }) => start(),
          reason: 'DATABASE_AWAY',
          isReadable: false,
          health: /^The database cannot be used \(\w+\); check its server, or correct DATABASE_URL\.$/,
          status: /Its database does not answer; octavo doctor says more\.$/,
          doctor: /^problem +database +No PostgreSQL answers at /m,
        }),
        onPostgres(postgres, {
          what: 'a PostgreSQL database that was emptied',
          breakIt: async ({ operate }) => {
            await operate('alter schema public rename to kept');
            await operate('create schema public');
          },
          mendIt: async ({ operate }) => {
            await operate('drop schema public');
            await operate('alter schema kept rename to public');
          },
          reason: 'DATABASE_FOREIGN',
          isReadable: false,
          health: /^The database at \S+ is empty or not that of this blog; restore it, or correct DATABASE_URL/,
          status:
            /At the address of its database is another, an empty or an older one; the log of the service says more\.$/,
          doctor: /^problem +service +\S+ is not ready\. At the address of its database is another/m,
        }),
      ]
    : []),
];

for (const { what, open, reason, isReadable, health, status, doctor } of faults) {
  // docs/interface.md, D2, D4, D21
  describe(`${what}: health, /readyz, octavo status and octavo doctor`, function () {
    this.timeout(120_000);

    it('say the same, and say that it works again afterwards', async function () {
      const scene = await open(this);
      const { service } = scene;
      const facts = async () => (await service.services.health()).database;
      try {
        await expectGood(service);
        await scene.breakIt();
        await until(async () => !(await facts()).ok);
        const ready = await service.call('GET', '/readyz');
        if (reason === null) expect(ready.status).to.equal(200);
        else {
          expect(ready.status).to.equal(503);
          expect(ready.body.reason).to.match(new RegExp(`^(${reason})$`));
        }
        expect((await facts()).problem).to.match(health);
        // The administrator reads it as long as sessions can be read.
        const shownHealth = await service.admin('GET', '/api/admin/health');
        if (isReadable) expect(shownHealth.body.database).to.deep.include({ ok: false });
        else expect(shownHealth.status).to.equal(503);
        const shown = await octavo(service, 'status', '--url', service.url);
        expect(shown.code).to.equal(status === null ? 0 : 1);
        if (status !== null) expect(shown.stderr.trim()).to.match(status);
        const examined = await octavo(service, 'doctor');
        expect(examined.code).to.equal(1);
        expect(examined.stdout).to.match(doctor);
        if (scene.mendIt === null) return;
        await scene.mendIt();
        await until(
          async () => (await facts()).problem === null && (await service.call('GET', '/readyz')).status === 200,
        );
        await expectGood(service);
      } finally {
        await scene.close();
      }
    });
  });
}

async function expectGood(service: TestService): Promise<void> {
  const { database } = await service.services.health();
  expect(database).to.include({ ok: true, problem: null });
  expect((await service.call('GET', '/readyz')).body).to.deep.equal({ ok: true });
  expect((await octavo(service, 'status', '--url', service.url)).code).to.equal(0);
}

function octavo({ database, url }: TestService, ...args: string[]) {
  const { port } = new URL(url);
  return runOctavo(args, '', { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, PORT: port });
}

function serveFile(file: string): Promise<TestService> {
  return startTestService(sqlite!, { DATABASE_URL: `sqlite:${file}` });
}

/** Writes until a write fails: the log may have room for a few more. */
function writeFails(service: TestService): Promise<void> {
  let number = 0;
  return until(async () => {
    const body = { id: `post-${++number}`, title: 'A', content: 'word '.repeat(5000) };
    return (await service.admin('POST', '/api/posts', body)).status === 503;
  });
}

interface Server {
  operate(statement: string): Promise<unknown>;
  halt(): Promise<void>;
  start(): Promise<void>;
}

function onPostgres(
  kind: DatabaseKind,
  {
    breakIt,
    mendIt,
    ...fault
  }: Omit<Fault, 'open'> & Record<'breakIt' | 'mendIt', (server: Server) => Promise<unknown>>,
): Fault {
  return {
    ...fault,
    async open() {
      const { url, halt, start, stop } = await embedPostgres();
      const server: Server = { operate: (statement) => operate(url, statement), halt, start };
      const service = await startTestService({ ...kind, freshUrl: async () => url });
      return {
        service,
        breakIt: async () => void (await breakIt(server)),
        mendIt: () => mendIt(server),
        async close() {
          await service.close();
          await stop();
        },
      };
    },
  };
}

async function operate(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
