import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'chai';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';

import { foreignPrograms } from '../../server/storage/copy/contents.ts';
import { withSqlite } from '../../server/storage/copy/sqlite-copy.ts';
import { openTerminal, runOctavo, type Outcome, type Terminal } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { somebodyWaits } from '../support/locks.ts';
import { program } from '../support/programs.ts';
import { releases, restoreRelease } from '../support/releases.ts';
import { freshAddress } from '../support/visitors.ts';
import { newFolder } from '../support/run.ts';
import { EXAMPLE_KEYS, openSignedS3 } from '../support/signed-s3.ts';
import { startTestService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { cleanUp, lineOf, start } from '../support/started.ts';
import { countsIn, fillBlog, makeNewer, makeOlder, migrated, storedIn, withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { uploaded } from '../support/uploads.ts';
import { insertWebhook } from '../support/webhooks.ts';

describe('octavo backup', () => {
  let terminal: Terminal;
  before(async () => {
    terminal = await openTerminal();
    await fillBlog(terminal.service);
  });
  after(() => terminal?.close());

  const folder = (name: string) => join(terminal.folder, name);
  const backUp = (...file: string[]) =>
    terminal.run(['backup', ...file], { env: { DATABASE_URL: terminal.databaseUrl } });

  it('copies a database in use into one file that only its owner can read, and reports the counts', async () => {
    const { code, stdout, stderr } = await backUp(folder('one.db'));
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect((await stat(folder('one.db'))).mode & 0o777).to.equal(0o600);
    expect((await readdir(terminal.folder)).filter((name) => name.startsWith('one'))).to.deep.equal(['one.db']);
    expect(stdout)
      .to.match(/^posts +3$/m)
      .and.to.match(/^comments +5$/m);
    expect(stdout).to.match(/\n\nThe backup is \S+one\.db \((\d+ kB|\d\.\d MB)\), and it was verified\.\n$/);
    expect(await storedIn(`sqlite:${folder('one.db')}`)).to.deep.equal(await storedIn(terminal.databaseUrl));
  });

  it('overwrites nothing', async () => {
    await writeFile(folder('there'), 'precious');
    expect(await backUp(folder('there'))).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `${folder('there')} already exists; choose another file.\n`,
    });
    expect(await readFile(folder('there'), 'utf8')).to.equal('precious');
  });

  it('creates the folder of a path that ends in a slash, and names the file by the time', async () => {
    for (const run of ['made', 'used again']) {
      const { code, stdout } = await backUp(`${folder('new/folder')}/`);
      expect(code, run).to.equal(0);
      const [, name] = /new\/folder\/(\S+-\d{8}-\d{6}\.db) /.exec(stdout) ?? [];
      expect(await readdir(folder('new/folder'))).to.include(name);
      expect((await stat(folder('new/folder'))).mode & 0o777).to.equal(0o700);
      await rm(join(folder('new/folder'), name!));
    }
    await writeFile(folder('file'), 'precious');
    const { code, stderr } = await backUp(`${folder('file')}/`);
    const sentence = `The folder ${folder('file')} cannot be created: a file has this name; choose another one.\n`;
    expect([code, stderr]).to.deep.equal([1, sentence]);
  });

  it('accepts a folder or nothing, and names the file by the time', async () => {
    await mkdir(folder('backups'));
    expect((await backUp(folder('backups'))).code).to.equal(0);
    const [name, ...others] = await readdir(folder('backups'));
    expect(name).to.match(/^blog-\d{8}-\d{6}\.db$/);
    expect(others).to.deep.equal([]);
    const { file, bytes, tables } = await terminal.json(['backup'], { env: { DATABASE_URL: terminal.databaseUrl } });
    expect(file).to.match(
      new RegExp(`^${terminal.databaseUrl.slice('sqlite:'.length, -'.db'.length)}-\\d{8}-\\d{6}\\.db$`),
    );
    expect(bytes).to.equal((await stat(file)).size);
    expect(tables).to.deep.equal(await countsIn(terminal.databaseUrl));
  });

  // docs/interface.md, Q18
  it('leaves out the salt of visitors', async () => {
    const salt = await terminal.service.services.viewTally.salt.current();
    await backUp(folder('unsalted.db'));
    const backup = await readFile(folder('unsalted.db'), 'latin1');
    expect(backup).to.include('visitor_salts').and.not.include(salt);
  });

  it('ends with a consistent state while there are continuous writes', async () => {
    const done = { yet: false };
    const made = backUp(folder('busy.db')).finally(() => (done.yet = true));
    const driver = new BetterSqlite3(terminal.databaseUrl.slice('sqlite:'.length));
    const insert = driver.prepare(`insert into error_reports values (?, '', '', '', '', 1, '', '')`);
    let written = 0;
    // The counter is written last, so the opposite would be an inconsistent state.
    const write = driver.transaction(() => {
      insert.run(`busy-${++written}`);
      driver.prepare(`insert or replace into settings values ('written', ?)`).run(String(written));
    });
    while (!done.yet) {
      write();
      await new Promise(setImmediate);
    }
    driver.close();
    expect((await made).stderr).to.equal('');
    await withDatabase(`sqlite:${folder('busy.db')}`, async ({ kysely }) => {
      const setting = await kysely
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'written')
        .executeTakeFirst();
      const reports = await kysely
        .selectFrom('error_reports')
        .select('fingerprint')
        .where('fingerprint', 'like', 'busy-%')
        .execute();
      expect(reports).to.have.length(Number(setting?.value ?? 0));
    });
    expect(written).to.be.greaterThan(10);
  });

  it('reports why there is no backup, and leaves no file', async () => {
    const to = folder('never.db');
    const of = (databaseUrl: string): Promise<Outcome> =>
      terminal.run(['backup', to], { env: { DATABASE_URL: databaseUrl } });
    expect((await of(`sqlite:${folder('absent.db')}`)).stderr).to.match(/^There is no database \S+absent\.db; .*\.\n$/);
    expect((await of(`sqlite:${folder('there')}`)).stderr).to.match(
      /there cannot be copied: it is not an SQLite database\.\n$/,
    );
    await writeFile(folder('empty.db'), '');
    expect((await of(`sqlite:${folder('empty.db')}`)).stderr).to.match(/empty\.db is not an Octavo database; .*\.\n$/);
    await damaged(folder('damaged.db'), folder('one.db'));
    expect((await of(`sqlite:${folder('damaged.db')}`)).stderr).to.match(
      /damaged\.db cannot be copied: it is damaged.*\.\n$/,
    );
    expect((await backUp(folder('no/such.db'))).stderr).to.match(
      /^The folder \S+no cannot be written: no such file or folder/,
    );
    expect((await readdir(terminal.folder)).filter((name) => name.includes('never'))).to.deep.equal([]);
  });

  it('names the tool for PostgreSQL, without the password', async () => {
    const env = { DATABASE_URL: 'postgres://me:hunter2@db.example:5433/blog?sslmode=require&password=hunter2' };
    const { code, stdout, stderr } = await terminal.run(['backup'], { env });
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(
      /; run: pg_dump --format=custom --exclude-table-data=visitor_salts --file=octavo-\d{8}-\d{6}\.dump 'postgres:\/\/me@db\.example:5433\/blog\?sslmode=require'\n$/,
    );
    const restore = await terminal.run(['restore', 'x.dump'], { env });
    expect(restore.stderr).to.match(
      /; run: pg_restore .* --dbname='postgres:\/\/me@db\.example:5433\/blog\?sslmode=require' <file>, and then: octavo recovered\n$/,
    );
  });
});

describe('octavo restore', function () {
  let terminal: Terminal;
  let backup: string;
  let stored: Record<string, string[]>;
  before(async () => {
    terminal = await openTerminal();
    await fillBlog(terminal.service);
    backup = join(terminal.folder, 'backup.db');
    await terminal.run(['backup', backup], { env: { DATABASE_URL: terminal.databaseUrl } });
    stored = await storedIn(terminal.databaseUrl);
  });
  after(async () => {
    await cleanUp();
    await terminal?.close();
  });

  const restore = (folder: string, ...args: string[]) =>
    terminal.run(['restore', ...args], { env: { DATABASE_URL: urlIn(folder) } });
  const urlIn = (folder: string) => `sqlite:${folder}/blog.db`;
  /** Without the lock, which stays (docs/interface.md, D18). */
  const namesIn = async (folder: string) =>
    (await readdir(folder)).filter((name) => name !== 'blog.db.lock').toSorted();

  it('restores a backup where there is no database, and the service starts with it', async () => {
    const folder = await newFolder();
    const { code, stdout, stderr } = await restore(folder, backup);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.include(`The backup is now the database ${folder}/blog.db; the service can be started.\n`);
    expect(await namesIn(folder)).to.deep.equal(['blog.db']);
    expect((await stat(`${folder}/blog.db`)).mode & 0o777).to.equal(0o600);
    expect(await storedIn(urlIn(folder))).to.deep.equal(stored);
    // Cursors of changes from before are not valid here: docs/interface.md, K11.
    const epoch = await withDatabase(urlIn(folder), ({ kysely }) =>
      kysely.selectFrom('sequences').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow(),
    );
    expect(epoch.value).to.be.above(0);
    const started = start(folder, { DATABASE_URL: urlIn(folder) });
    expect((await fetch(`${await started.url}/api/posts/plain`, { headers: freshAddress() })).status).to.equal(200);
    expect(JSON.parse(await lineOf(started, /a backup is restored/))).to.include({ event: 'restore', by: 'console' });
    await cleanUp();
  });

  it('as root leaves the database to the user whose folder it is', async function () {
    if (process.getuid?.() !== 0) skip(this, 'the tests do not run as root', { optional: true });
    const folder = await newFolder();
    await chown(folder, 1234, 1234);
    expect((await restore(folder, backup)).code).to.equal(0);
    expect((await stat(`${folder}/blog.db`)).uid).to.equal(1234);
  });

  // docs/interface.md, K11
  it('reports no post as new whose time came after the backup, and still reports those to come', async () => {
    const folder = await newFolder();
    const older = join(folder, 'older.db');
    await copyFile(backup, older);
    for (const [id, time] of [
      ['due', '2020-01-01T08:00:00.000Z'],
      ['later', '2999-01-01T08:00:00.000Z'],
    ] as const) {
      await withDatabase(`sqlite:${older}`, async ({ kysely }) => {
        const { key } = await kysely
          .selectFrom('posts')
          .select('key')
          .orderBy('key', id === 'due' ? 'asc' : 'desc')
          .executeTakeFirstOrThrow();
        await kysely
          .updateTable('posts')
          .set({ slug: id, status: 'published', publish_at: time, public_since: null })
          .where('key', '=', key)
          .execute();
        const job = {
          kind: 'publish',
          data: JSON.stringify({ key }),
          run_at: time,
          attempts: 0,
          state: 'waiting' as const,
        };
        await kysely.deleteFrom('jobs').where('key', '=', `publish:${key}`).execute();
        await kysely
          .insertInto('jobs')
          .values({ id: `j-${id}`, key: `publish:${key}`, created_at: time, ...job })
          .execute();
      });
    }
    expect((await restore(folder, older)).code).to.equal(0);
    const { url } = start(folder, { DATABASE_URL: urlIn(folder) });
    await url;
    await withDatabase(urlIn(folder), async ({ kysely }) => {
      const posts = await kysely
        .selectFrom('posts')
        .select(['slug', 'public_since'])
        .where('slug', 'in', ['due', 'later'])
        .orderBy('slug')
        .execute();
      expect(posts).to.deep.equal([
        { slug: 'due', public_since: '2020-01-01T08:00:00.000Z' },
        { slug: 'later', public_since: null },
      ]);
      const jobs = await kysely.selectFrom('jobs').select('id').where('id', 'in', ['j-due', 'j-later']).execute();
      expect(jobs).to.deep.equal([{ id: 'j-later' }]);
      expect(await kysely.selectFrom('events').select('id').where('subject', '=', 'due').execute()).to.deep.equal([]);
    });
    await cleanUp();
  });

  it('fails while a service has the database open, also with --force, and affects neither', async () => {
    const folder = await newFolder();
    const service = start(folder, { DATABASE_URL: urlIn(folder), SETUP_KEY: 'a-setup-key' });
    const url = await service.url;
    for (const args of [[backup], [backup, '--force']]) {
      const { code, stderr } = await restore(folder, ...args);
      expect({ args, code, stderr }).to.deep.equal({
        args,
        code: 1,
        stderr: `The database ${folder}/blog.db is in use; stop the service first.\n`,
      });
    }
    expect((await fetch(`${url}/api/posts`, { headers: freshAddress() })).status).to.equal(200);
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
    expect((await restore(folder, backup)).code).to.equal(0);
    expect(await storedIn(urlIn(folder))).to.deep.equal(stored);
  });

  it('fails for a database with data, and keeps the old one with --force', async () => {
    const folder = await newFolder();
    await withSetting(urlIn(folder));
    const before = await storedIn(urlIn(folder));
    const { code, stderr } = await restore(folder, backup);
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      `The database ${folder}/blog.db is not empty: it has settings; use --force to replace it; it is kept under another name.\n`,
    );
    expect(await storedIn(urlIn(folder))).to.deep.equal(before);
    const { kept } = await terminal.json(['restore', backup, '--force'], { env: { DATABASE_URL: urlIn(folder) } });
    expect(kept).to.match(new RegExp(`^${folder}/blog\\.db\\.replaced-\\d{8}-\\d{6}$`));
    expect(await storedIn(`sqlite:${kept}`)).to.deep.equal(before);
    expect(await storedIn(urlIn(folder))).to.deep.equal(stored);
  });

  it('leaves nothing readable for others who could read the database before', async () => {
    const folder = await newFolder();
    await withSetting(urlIn(folder));
    await chmod(`${folder}/blog.db`, 0o644);
    const umask = process.umask(0);
    await restore(folder, backup, '--force').finally(() => process.umask(umask));
    const names = await namesIn(folder);
    expect(names).to.have.length(2);
    for (const name of names) expect((await stat(`${folder}/${name}`)).mode & 0o777, name).to.equal(0o600);
  });

  it('keeps the write-ahead log of a killed service with the old database, away from the new one', async () => {
    const folder = await newFolder();
    const service = start(folder, { DATABASE_URL: urlIn(folder), MEDIA_URL: `file:${await newFolder()}` });
    const body = JSON.stringify({ author: 'Ann', content: 'The last words' });
    const headers = { 'content-type': 'application/json', ...freshAddress() };
    const answer = await fetch(`${await service.url}/api/posts/gb-note/comments`, { method: 'POST', headers, body });
    expect(answer.status).to.equal(201);
    service.process.kill('SIGKILL');
    await service.ended;
    expect((await stat(`${folder}/blog.db-wal`)).size).to.be.greaterThan(0);
    expect((await restore(folder, backup, '--force')).stderr).to.equal('');
    const [database, kept = '', ...others] = await namesIn(folder);
    expect({ database, others }).to.deep.equal({ database: 'blog.db', others: [] });
    const { comments = [] } = await storedIn(`sqlite:${folder}/${kept}`);
    expect(comments.join()).to.include('The last words');
    expect(await storedIn(urlIn(folder))).to.deep.equal(stored);
  });

  it('does not apply a leftover write-ahead log to the new database', async () => {
    const folder = await newFolder();
    const driver = new BetterSqlite3(`${folder}/old.db`);
    driver.pragma('journal_mode = wal');
    driver.exec('create table alien (a)');
    await copyFile(`${folder}/old.db-wal`, `${folder}/blog.db-wal`);
    driver.close();
    expect((await restore(folder, backup)).code).to.equal(0);
    expect(await namesIn(folder)).to.satisfy(
      ([first, second, ...others]: string[]) =>
        first === 'blog.db' && /^blog\.db\.replaced-.*-wal$/.test(second!) && others.join() === 'old.db',
    );
    expect(await storedIn(urlIn(folder))).to.deep.equal(stored);
  });

  it('replaces a damaged database only with --force', async () => {
    const folder = await newFolder();
    await writeFile(`${folder}/blog.db`, 'not a database, and long enough to be looked at '.repeat(30));
    expect((await restore(folder, backup)).stderr).to.match(
      /^The database \S+ cannot be read \(it is not an SQLite database\); use --force .*\.\n$/,
    );
    expect((await restore(folder, backup, '--force')).code).to.equal(0);
    expect(await storedIn(urlIn(folder))).to.deep.equal(stored);
    expect(await namesIn(folder)).to.have.length(2);
  });

  it('rejects invalid and newer backups, and changes nothing', async () => {
    const folder = await newFolder();
    await withSetting(urlIn(folder));
    const before = { names: await namesIn(folder), stored: await storedIn(urlIn(folder)) };
    const other = await newFolder();
    await writeFile(`${other}/text`, 'no database at all, but long enough to be looked at'.repeat(30));
    await copyFile(backup, `${other}/newer.db`);
    await makeNewer(`sqlite:${other}/newer.db`);
    new BetterSqlite3(`${other}/strange.db`).exec('create table t (a)').close();
    await damaged(`${other}/damaged.db`, backup);
    await copyFile(backup, `${other}/tampered.db`);
    new BetterSqlite3(`${other}/tampered.db`)
      .exec(`create trigger evil after insert on comments begin update posts set status = 'published'; end`)
      .exec('create view every_post as select * from posts')
      .close();
    const refused: [string, RegExp][] = [
      ['absent.db', /^There is no backup \S+absent\.db\.\n$/],
      ['.', /^There is no backup \S+\.\n$/],
      ['text', /text cannot be copied: it is not an SQLite database\.\n$/],
      ['strange.db', /strange\.db is not an Octavo database\.\n$/],
      ['newer.db', /newer\.db has the migration 9999-later, which this version does not know; .*\.\n$/],
      ['tampered.db', /tampered\.db contains what is not Octavo's: view every_post, trigger evil; drop it, or .*\.\n$/],
      ['damaged.db', /damaged\.db cannot be copied: it is damaged.*\.\n$/],
      [`${folder}/blog.db`, /blog\.db is the database itself; choose a backup\.\n$/],
    ];
    for (const [name, sentence] of refused) {
      const outcome = await restore(folder, name.startsWith('/') ? name : join(other, name), '--force');
      expect(outcome, name).to.include({ code: 1, stdout: '' });
      expect(outcome.stderr, name).to.match(sentence);
    }
    expect((await restore(folder, 'latest', '--force')).stderr).to.equal(
      'There is no place to look for the latest backup: set BACKUP_DIR or BACKUP_S3, or name a file.\n',
    );
    expect({ names: await namesIn(folder), stored: await storedIn(urlIn(folder)) }).to.deep.equal(before);
  });

  it('warns of a backup that it will refuse, and so does doctor', async () => {
    const folder = await newFolder();
    const env = { DATABASE_URL: `sqlite:${folder}/viewed.db` };
    await migrated(env.DATABASE_URL);
    new BetterSqlite3(join(folder, 'viewed.db')).exec('create view every_post as select * from posts').close();
    const { code, stdout } = await terminal.run(['backup', join(folder, 'b.db')], { env });
    expect(code).to.equal(0);
    expect(stdout).to.include(
      "It contains what is not Octavo's, and cannot be restored: view every_post; drop it, and back up again.\n",
    );
    expect((await terminal.run(['doctor'], { env })).stdout).to.match(
      /^problem +integrity +The database contains what is not Octavo's: view every_post; drop it: octavo restore .*\.$/m,
    );
    await mkdir(join(folder, 'kept'));
    const kept = await terminal.run(['backup', '--json'], { env: { ...env, BACKUP_DIR: join(folder, 'kept') } });
    expect(JSON.parse(kept.stdout)).to.deep.include({ ok: true, foreign: ['view every_post'] });
  });

  it('accepts the backup of an older version, and reports that the next start migrates it', async () => {
    const folder = await newFolder();
    await migrated(`sqlite:${folder}/older.db`);
    await makeOlder(`sqlite:${folder}/older.db`);
    const { code, stdout } = await restore(folder, `${folder}/older.db`);
    expect(code).to.equal(0);
    expect(stdout).to.include('It is of an older version; the next start migrates it.\n');
  });

  it('finds nothing foreign in databases of released versions', async () => {
    for (const version of await releases()) {
      const { env } = await restoreRelease(databaseKinds[0]!, version);
      const file = env.DATABASE_URL.slice('sqlite:'.length);
      expect(await withSqlite(file, (_, database) => foreignPrograms(database)), version).to.deep.equal([]);
    }
  });

  it('does not change the backup', async () => {
    const folder = await newFolder();
    const from = join(await newFolder(), 'b.db');
    await copyFile(backup, from);
    await utimes(from, 0, 0);
    const before = await readFile(from);
    expect((await restore(folder, from)).code).to.equal(0);
    expect((await readFile(from)).equals(before)).to.equal(true);
    expect((await stat(from)).mtimeMs).to.equal(0);
    expect(await namesIn(join(from, '..'))).to.deep.equal(['b.db']);
  });
});

for (const kind of databaseKinds)
  describe(`a restored database: ${kind.name}`, () => {
    // docs/interface.md, D16
    it('sends nothing that waited when the backup was made; its deliveries are sent again one by one', async () => {
      const url = await kind.freshUrl('administrator');
      const service = await startTestService(kind, { DATABASE_URL: url });
      await insertWebhook(service, 'one');
      await service.close();
      const now = new Date().toISOString();
      await withDatabase(url, async ({ kysely }) => {
        await kysely.updateTable('deliveries').set({ state: 'waiting', next_at: now, error: null }).execute();
        const jobs = [
          { id: 'j-1', kind: 'webhook', key: 'webhook:wd-one', lane: 'w-one', data: '{"delivery":"wd-one"}' },
          {
            id: 'j-2',
            kind: 'subscribe',
            key: 'subscribe:a@b.example',
            data: '{"email":"a@b.example","language":"en"}',
          },
        ];
        await kysely
          .insertInto('jobs')
          .values(jobs.map((job) => ({ ...job, run_at: now, attempts: 0, state: 'waiting' as const, created_at: now })))
          .execute();
      });
      const env = {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: url,
        BACKUP_DIR: join(await newFolder(), 'backups'),
      };
      expect((await runOctavo(['backup'], '', env)).stderr).to.equal('');
      const restored = await kind.freshUrl();
      expect((await runOctavo(['restore', 'latest'], '', { ...env, DATABASE_URL: restored })).stderr).to.equal('');
      expect((await runOctavo(['recovered'], '', env)).stderr).to.equal('');
      for (const one of [restored, url]) {
        await withDatabase(one, async ({ kysely }) => {
          const jobs = await kysely.selectFrom('jobs').select('kind').where('id', 'in', ['j-1', 'j-2']).execute();
          expect(jobs).to.deep.equal([]);
          const deliveries = kysely.selectFrom('deliveries').select(['state', 'next_at', 'error']);
          expect(await deliveries.execute()).to.deep.equal([
            { state: 'failed', next_at: null, error: 'A backup was restored.' },
          ]);
        });
      }
      const again = await startTestService(kind, { DATABASE_URL: restored });
      try {
        const path = '/api/admin/webhooks/w-one/deliveries/wd-one/redeliver';
        const { status, body } = await again.admin('POST', path);
        expect({ status, state: body.delivery?.state }).to.deep.equal({ status: 200, state: 'waiting' });
      } finally {
        await again.close();
      }
    });
  });

describe('a command that a signal ends', () => {
  /** Ends a command as soon as `isBusy`. */
  async function endBusy(args: string[], env: Record<string, string>, isBusy: () => Promise<boolean>) {
    const child = spawn(process.execPath, [program('bin/octavo'), ...args], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    await until(isBusy);
    child.kill('SIGTERM');
    expect(await ended).to.deep.equal([null, 'SIGTERM']);
  }

  it('leaves no incomplete backup', async () => {
    const s3 = await openSignedS3('uploads');
    const env = {
      DATABASE_URL: await databaseKinds[0]!.freshUrl('administrator'),
      MEDIA_URL: `s3://uploads?endpoint=${s3.url}`,
      ...EXAMPLE_KEYS,
    };
    const service = await startTestService(databaseKinds[0]!, env);
    try {
      await uploaded(service, await picture(20, 20).png().toBuffer());
      s3.fault = 'silent';
      const folder = await newFolder();
      await endBusy(['backup', folder], env, async () => (await readdir(folder)).some((one) => one.includes('.part-')));
      expect(await readdir(folder)).to.deep.equal([]);
    } finally {
      await service.close();
      await s3.close();
    }
  });

  const postgres = databaseKinds.find(({ name }) => name === 'PostgreSQL');
  if (postgres)
    it('leaves no copy of a backup that it restores to PostgreSQL', async () => {
      const folder = await newFolder();
      const file = join(folder, 'backup.db');
      await migrated(`sqlite:${file}`);
      const url = await postgres.freshUrl();
      const TMPDIR = await newFolder();
      await withDatabase(url, (database) =>
        database.kysely.transaction().execute(async (tx) => {
          await sql`create table schema_migrations (id text)`.execute(tx);
          await endBusy(['restore', file], { DATABASE_URL: url, TMPDIR }, async () => {
            await somebodyWaits(database, () => false);
            return true;
          });
        }),
      );
      expect(await readdir(TMPDIR)).to.deep.equal([]);
    });
});

async function withSetting(url: string): Promise<void> {
  await migrated(url);
  await withDatabase(url, async ({ kysely }) => {
    await kysely.insertInto('settings').values({ name: 'title', value: '"Mine"' }).execute();
  });
}

/** A database with a valid header and corrupt pages. */
async function damaged(path: string, from: string): Promise<void> {
  const bytes = await readFile(from);
  bytes.fill(0xab, 4 * 4096, 40 * 4096);
  await writeFile(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
}
