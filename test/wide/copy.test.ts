import { chmod, readdir, stat, writeFile } from 'node:fs/promises';

import { expect } from 'chai';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { Client } from 'pg';

import { copyDatabase } from '../../server/storage/copy/copy.ts';
import { openTerminal, type Outcome, type Terminal } from '../support/cli.ts';
import { comment, listed } from '../support/comments.ts';
import { databaseKinds, type DatabaseKind } from '../support/databases.ts';
import { read, write } from '../support/posts.ts';
import { found } from '../support/search.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statusOf } from '../support/sessions.ts';
import {
  countsIn,
  fillBlog,
  makeNewer,
  makeOlder,
  migrated,
  rowsIn,
  storedIn,
  withDatabase,
} from '../support/stored.ts';

/** Tables that triggers of the target fill from the copied rows. */
const DERIVED = ['list_totals', 'post_authors', 'post_scores', 'media_uses', 'unsearched_posts'];
/** Tables that are not copied: derived, specific to a database or a day, or empty between writes. */
const LEFT_OUT = [
  /^post_fts/,
  /^schema_migrations$/,
  /^touched$/,
  /^visitor_salts$/,
  /^(instances|invalidations)$/,
  /^sqlite_sequence$/,
  ...DERIVED.map((name) => RegExp(`^${name}$`)),
];

describe('octavo copy', function () {
  let terminal: Terminal;
  let source: string;
  before(async () => {
    terminal = await openTerminal();
    source = terminal.databaseUrl;
    await fillBlog(terminal.service);
  });
  after(() => terminal?.close());

  const rowsOf = (url: string, table: string) => withDatabase(url, (database) => rowsIn(database, table));
  const copy = (from: string, to: string): Promise<Outcome> => terminal.run(['copy', '--from', from, '--to', to]);
  const fails = async (from: string, to: string, sentence: RegExp) => {
    const outcome = await copy(from, to);
    expect(outcome).to.include({ code: 1, stdout: '' });
    expect(outcome.stderr).to.match(sentence);
  };

  it('writes a file that only its owner can read, also over an empty one that others could read', async () => {
    const file = `${terminal.folder}/wide.db`;
    await writeFile(file, '');
    await chmod(file, 0o644);
    expect(await copy(source, `sqlite:${file}`)).to.include({ code: 0, stderr: '' });
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    await copy(source, `sqlite:${terminal.folder}/new/blog.db`);
    expect((await stat(`${terminal.folder}/new`)).mode & 0o777).to.equal(0o700);
  });

  it('starts from a blog in which no table is empty', async () => {
    for (const [table, rows] of Object.entries(await countsIn(source))) expect(rows, table).to.be.greaterThan(0);
  });

  it('copies every table, or excludes it by name', async () => {
    for (const kind of databaseKinds) {
      const url = await kind.freshUrl();
      await migrated(url);
      const tables = await withDatabase(url, async ({ kysely }) => kysely.introspection.getTables());
      const others = tables.map(({ name }) => name).filter((name) => !LEFT_OUT.some((left) => left.test(name)));
      expect(others.sort(), kind.name).to.deep.equal(Object.keys(await countsIn(url)).sort());
    }
  });

  it('copies row by row from SQLite to PostgreSQL and back, and prints the counts without a password', async () => {
    const stored = await storedIn(source);
    let from = source;
    for (const kind of databaseKinds.toReversed()) {
      const to = await kind.freshUrl();
      const { code, stdout, stderr } = await copy(from, to);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(await storedIn(to), kind.name).to.deep.equal(stored);
      expect(await rowsOf(to, 'touched'), kind.name).to.deep.equal([]);
      for (const table of DERIVED) expect(await rowsOf(to, table), table).to.deep.equal(await rowsOf(source, table));
      expect(stdout)
        .to.match(/^posts +3$/m)
        .and.to.match(/^comments +5$/m)
        .and.to.match(/^login_failures +1$/m);
      for (const { password } of [from, to].filter((url) => URL.canParse(url)).map((url) => new URL(url))) {
        if (password) expect(stdout).to.not.include(password);
      }
      from = to;
    }
    expect(await lastKeys(from)).to.deep.equal(await lastKeys(source));
  });

  for (const kind of databaseKinds) describe(`into ${kind.name}`, () => intoKind(kind));

  function intoKind(kind: DatabaseKind): void {
    describe('the service on the copy', () => {
      let service: TestService;
      before(async () => {
        const url = await kind.freshUrl();
        await copy(source, url);
        service = await startTestService(kind, { DATABASE_URL: url }, { administrator: false });
        service.token = terminal.service.token;
      });
      after(() => service?.close());

      it('has the same sessions, posts and threads', async () => {
        expect(await statusOf(service, service.token)).to.equal(200);
        for (const id of ['plain', 'sealed', 'draft']) {
          expect(await read(service, id)).to.deep.equal(await read(terminal.service, id));
        }
        for (const thread of ['plain', 'gb-note']) {
          expect(await listed(service, thread)).to.deep.equal(await listed(terminal.service, thread));
        }
      });

      it('finds the same words, and nothing of protected posts', async () => {
        for (const [words, ids] of Object.entries({ fox: ['plain'], 春: ['plain'], sealed: ['sealed'], secret: [] })) {
          expect(await found(service, words), words).to.deep.equal(ids);
        }
      });

      it('reuses no key, including those of deleted rows', async () => {
        const kept = await lastKeys(source);
        await write(service, { id: 'next' });
        await comment(service, 'next');
        const { kysely } = service.database;
        const lastOf = async (table: 'posts' | 'comments') =>
          (await kysely.selectFrom(table).select('key').orderBy('key', 'desc').executeTakeFirstOrThrow()).key;
        expect(await lastOf('posts'))
          .to.equal(kept['posts']! + 1)
          .and.to.be.greaterThan(4);
        expect(await lastOf('comments')).to.equal(kept['comments']! + 1);
      });
    });

    it('rejects a target with data, and does not change it', async () => {
      const to = await kind.freshUrl();
      await migrated(to);
      await withDatabase(to, async ({ kysely }) => {
        await kysely.insertInto('settings').values({ name: 'title', value: '"Mine"' }).execute();
      });
      const before = await storedIn(to);
      await fails(source, to, /^The target \S+ is not empty: it has rows in settings; choose an empty database\.\n$/);
      expect(await storedIn(to)).to.deep.equal(before);
    });

    it('accepts a migrated target without data', async () => {
      const to = await kind.freshUrl();
      await migrated(to);
      expect((await copy(source, to)).code).to.equal(0);
    });

    it('rejects tables of another program', async () => {
      const to = await kind.freshUrl();
      await withDatabase(to, async ({ kysely }) => {
        await sql`create table comments (id integer primary key, words text)`.execute(kysely);
      });
      await fails(
        source,
        to,
        /^The target \S+ has a table comments that is not Octavo's; choose an empty database\.\n$/,
      );
      const tables = await withDatabase(to, ({ kysely }) => kysely.introspection.getTables());
      expect(tables.map(({ name }) => name)).to.deep.equal(['comments']);
    });

    it('rejects a newer target', async () => {
      const to = await kind.freshUrl();
      await migrated(to);
      await makeNewer(to);
      await fails(source, to, /^The database has the migration 9999-later, which this version does not know; .*\.\n$/);
    });

    it('leaves no partial copy when it fails, and can be repeated', async () => {
      const from = await databaseKinds[0]!.freshUrl();
      const to = await kind.freshUrl();
      await copyDatabase(source, from, () => undefined);
      breakRow(from, 7);
      await fails(from, to, /^The table comments cannot be copied \(.*\); nothing was copied\.\n$/);
      const fresh = await kind.freshUrl();
      await migrated(fresh);
      // Each database has its own identity.
      const { identity: _own, ...nothing } = await storedIn(fresh);
      expect(await storedIn(to)).to.deep.include(nothing);
      breakRow(from, 0);
      expect((await copy(from, to)).code).to.equal(0);
      expect(await storedIn(to)).to.deep.equal(await storedIn(source));
    });

    it('rejects a source of another version, and changes neither side', async () => {
      for (const [make, sentence] of [
        [makeNewer, /has the migration 9999-later, which this version does not know; copy it with the version that/],
        [makeOlder, /is of an older version \(it lacks \d{4}-[a-z-]+\); start this version on it once, then copy/],
      ] as const) {
        const from = await kind.freshUrl();
        await migrated(from);
        await make(from);
        const to = await kind.freshUrl();
        await fails(from, to, sentence);
        expect(await withDatabase(to, ({ kysely }) => kysely.introspection.getTables())).to.deep.equal([]);
      }
      const from = await kind.freshUrl();
      await withDatabase(from, ({ ping }) => ping());
      await fails(from, await kind.freshUrl(), /^The source \S+ is not an Octavo database; correct --from\.\n$/);
    }).timeout(90_000);

    it('copies a consistent state during concurrent writes', async () => {
      const to = await kind.freshUrl();
      const copying = { over: false };
      const done = copy(source, to).finally(() => (copying.over = true));
      const { kysely } = terminal.service.database;
      let value = 0;
      // Both rows are written in one transaction: a copy with only one of them would be inconsistent.
      while (!copying.over) {
        value += 1;
        await kysely.transaction().execute(async (transaction) => {
          const media = { url: 'https://a.example', name: String(value), alt: '', kind: 'file' as const };
          await transaction
            .insertInto('media')
            .values({ ...media, id: `m-${kind.name}-${value}`, created_at: '' })
            .execute();
          await transaction.deleteFrom('settings').where('name', '=', 'value').execute();
          await transaction
            .insertInto('settings')
            .values({ name: 'value', value: String(value) })
            .execute();
        });
        await new Promise(setImmediate);
      }
      expect((await done).stderr).to.equal('');
      await withDatabase(to, async (copied) => {
        const setting = await copied.kysely
          .selectFrom('settings')
          .select('value')
          .where('name', '=', 'value')
          .executeTakeFirst();
        const newest = await copied.kysely
          .selectFrom('media')
          .select('name')
          .orderBy('key', 'desc')
          .executeTakeFirstOrThrow();
        if (setting) expect(newest.name).to.equal(setting.value);
      });
      await kysely.deleteFrom('settings').where('name', '=', 'value').execute();
      expect(value).to.be.greaterThan(1);
    });
  }

  it('rejects an SQLite target that a service has open', async () => {
    const service = await startTestService(databaseKinds[0]!, {}, { administrator: false });
    await fails(source, service.database.url, /^The database \S+ is in use; stop the service first\.\n$/);
    await service.close();
  });

  it('names the invalid option, creates no file, and prints no password', async () => {
    const absent = `sqlite:${terminal.folder}/absent.db`;
    const there = await databaseKinds[0]!.freshUrl();
    await fails(absent, there, /^There is no database \S+absent\.db; .* correct --from\.\n$/);
    expect(await readdir(terminal.folder)).to.not.include('absent.db');
    const nowhere = 'postgres://me:hunter2@127.0.0.1:1/blog';
    await fails(source, nowhere, /^No PostgreSQL answers at 127\.0\.0\.1:1; .* in --to\.\n$/);
    await fails(nowhere, there, /^No PostgreSQL answers at 127\.0\.0\.1:1; .* in --from\.\n$/);
    await fails(source, 'mysql://me:hunter2@x/y', /^--to must begin with sqlite: or postgres:/);
    expect((await terminal.run(['copy', '--from', source])).code).to.equal(2);
  });

  it('prints JSON with --json', async () => {
    const to = await databaseKinds[0]!.freshUrl();
    const answer = await terminal.json(['copy', '--from', source, '--to', to]);
    expect(answer).to.include({ ok: true, from: source, to });
    expect(answer.tables).to.deep.equal(await countsIn(source));
  });

  it('reports the number of copied rows', async () => {
    const steps: [number, number][] = [];
    await copyDatabase(source, await databaseKinds[0]!.freshUrl(), (done, total) => void steps.push([done, total]));
    const { posts = 0, ...others } = await countsIn(source);
    const total = Object.values(others).reduce((sum, count) => sum + count, 2 * posts); // copied, then indexed
    expect(steps[0]).to.deep.equal([0, total]);
    expect(steps.at(-1)).to.deep.equal([total, total]);
  });

  for (const kind of databaseKinds.filter(({ name }) => name === 'PostgreSQL')) {
    it('invalidates the caches of running PostgreSQL instances, and leaves no invalidations', async () => {
      const to = await kind.freshUrl();
      await migrated(to);
      const client = new Client({ connectionString: to });
      await client.connect();
      await client.query('listen octavo_touched');
      const heard = new Promise((resolve) => client.once('notification', ({ payload }) => resolve(payload)));
      expect((await copy(source, to)).code).to.equal(0);
      expect(await heard).to.equal('*');
      expect((await client.query('select * from touched')).rows).to.deep.equal([]);
      await client.end();
    });
  }
});

/** The highest key that each SQLite table ever assigned. */
function lastKeys(url: string): Promise<Record<string, number>> {
  return withDatabase(url, async ({ kysely }) => {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(kysely);
    return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
  });
}

/** Stores a value in a comment that every other engine rejects. */
function breakRow(url: string, pinned: number): void {
  const driver = new BetterSqlite3(url.slice('sqlite:'.length));
  driver.pragma('ignore_check_constraints = on');
  driver.prepare('update comments set pinned = ? where key = (select max(key) from comments)').run(pinned);
  driver.exec('delete from touched');
  driver.close();
}
