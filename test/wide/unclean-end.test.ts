import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, open, rm, truncate } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { newFolder, templateFile } from '../support/run.ts';
import { PASSWORD } from '../support/service.ts';
import { cleanUp, lineOf, start, type Started } from '../support/started.ts';
import { makeOlder } from '../support/stored.ts';
import { freshAddress } from '../support/visitors.ts';

const CHECKED = /the database is intact/;

describe('the start after an end of the service on SQLite', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await newFolder();
    file = `${folder}/blog.db`;
    await copyFile(templateFile('administrator'), file);
  });

  after(cleanUp);

  const serve = () => start(folder, { DATABASE_URL: `sqlite:${file}` });

  async function kill(service: Started): Promise<void> {
    await service.url;
    service.process.kill('SIGKILL');
    await service.ended;
  }

  async function stop(service: Started): Promise<void> {
    await service.url;
    await lineOf(service, /no site address/);
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
  }

  // docs/interface.md, D17
  it('by kill -9: the file is checked, and nothing is checked after a clean end', async () => {
    await kill(serve());
    const second = serve();
    expect(JSON.parse(await lineOf(second, CHECKED)))
      .to.have.property('seconds')
      .that.is.a('number');
    await stop(second);
    expect(existsSync(`${file}.instance.json`)).to.equal(false);
    const third = serve();
    await stop(third);
    expect(third.output()).not.to.match(CHECKED);
  });

  it('by kill -9, with a damaged page of a table: exit code 1 and the remedy, each time', async () => {
    await kill(serve());
    // Copies the log into the file, and removes it.
    withDatabase(file, (database) => database.exec('select count(*) from posts'));
    const page = rootPage(file, 'comments');
    const size = 4096;
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(size, 0xee), 0, size, (page - 1) * size);
    await handle.close();
    for (let time = 0; time < 2; time += 1) {
      const damaged = serve();
      damaged.url.catch(() => undefined);
      expect(await damaged.ended).to.equal(1);
      expect(damaged.errors().trimEnd()).to.match(
        /^The database \S+blog\.db is damaged; .*octavo restore --force <backup>\.$/,
      );
    }
  });

  it('by kill -9, while the check runs: reads are served, writes and /readyz are 503', async () => {
    withDatabase(file, makeCheckLong);
    await kill(serve());
    const service = serve();
    const url = await service.url;
    const call = (path: string, body?: object) =>
      fetch(url + path, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { ...freshAddress(), 'content-type': 'application/json' },
      });
    for (const path of ['/healthz', '/', '/api/posts']) expect((await call(path)).status, path).to.equal(200);
    const writes = [
      call('/readyz'),
      call('/api/posts/gb-note/comments', { author: 'Ann', content: 'Hello' }),
      call('/api/admin/login', { password: PASSWORD }),
    ];
    for (const { status, headers } of await Promise.all(writes)) {
      expect(status).to.equal(503);
      expect(headers.get('retry-after')).to.match(/^\d+$/);
    }
    expect(service.output()).not.to.match(CHECKED);
    service.process.kill('SIGTERM');
    await service.ended;
    // The file is still not known to be intact.
    expect(existsSync(`${file}.instance.json`)).to.equal(true);
  });

  it('by kill -9, after which another database was copied over the file: its log is put aside', async () => {
    const other = `${file}.other`;
    await copyFile(file, other);
    withDatabase(other, (database) =>
      database.exec("insert into settings (name, value) values ('title', '\"Other\"')"),
    );
    const first = serve();
    await comment(first);
    await kill(first);
    expect(statSync(`${file}-wal`).size).to.be.above(0);
    await copyFile(other, file);
    const service = serve();
    expect(await (await fetch(await service.url)).text()).to.include('Other');
    const kept = readdirSync(folder).find((name) => /^blog\.db-wal\.overwritten-\d+-\d+$/.test(name));
    expect(service.output()).to.include(`is now ${folder}/${kept}.`);
    await stop(service);
  });

  it('by kill -9, after which a backup was copied over the file: the log is not written into it', async () => {
    const first = serve();
    await comment(first);
    const backup = `${file}.backup`;
    withDatabase(file, (database) => database.exec(`vacuum into '${backup}'`));
    await comment(first);
    await kill(first);
    await copyFile(backup, file);
    const service = serve();
    await lineOf(service, CHECKED);
    expect(service.output()).to.match(/was copied over .*blog\.db-wal\.overwritten-/);
    await stop(service);
    withDatabase(file, (database) => {
      expect(database.pragma('integrity_check', { simple: true })).to.equal('ok');
      expect(database.prepare('select count(*) from comments').pluck().get()).to.equal(1);
    });
  });

  for (const [what, lose] of Object.entries({
    emptied: (path: string) => truncate(path),
    deleted: (path: string) => rm(path),
  })) {
    it(`by kill -9, after which the file was ${what}: it is not replaced by an empty blog`, async () => {
      const first = serve();
      await comment(first);
      await kill(first);
      await lose(file);
      const { size } = statSync(`${file}-wal`);
      for (let time = 0; time < 2; time += 1) {
        const service = serve();
        service.url.catch(() => undefined);
        expect(await service.ended).to.equal(1);
        expect(service.errors().trimEnd()).to.match(
          /^The database \S+blog\.db is (empty|missing), but its log \S+blog\.db-wal is not: .*octavo restore <backup>/,
        );
      }
      expect(statSync(`${file}-wal`).size).to.equal(size);
    });
  }

  it('by kill -9, with a damaged first page that the log has: SQLite takes it from there, before the second start', async () => {
    const first = serve();
    await comment(first);
    await kill(first);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(4096), 0, 4096, 0);
    await handle.close();
    const damaged = serve();
    damaged.url.catch(() => undefined);
    expect(await damaged.ended).to.equal(1);
    expect(damaged.errors()).to.match(/blog\.db is damaged; restore a backup/);
    const service = serve();
    await lineOf(service, CHECKED);
    await stop(service);
    withDatabase(file, (database) => {
      expect(database.prepare('select count(*) from comments').pluck().get()).to.equal(1);
    });
  });

  it('by kill -9, before an upgrade: the check comes before the migrations', async () => {
    await kill(serve());
    await makeOlder(`sqlite:${file}`);
    const service = serve();
    await lineOf(service, /the database is up to date/);
    const output = service.output();
    expect(output.search(CHECKED)).to.be.within(0, output.indexOf('the database is up to date'));
    await stop(service);
  });
});

async function comment(service: Started): Promise<void> {
  const body = JSON.stringify({ author: 'Ann', content: `Hello ${randomUUID()}` });
  const headers = { ...freshAddress(), 'content-type': 'application/json' };
  const { status } = await fetch(`${await service.url}/api/posts/gb-note/comments`, { method: 'POST', headers, body });
  expect(status).to.equal(201);
}

function withDatabase(file: string, run: (database: BetterSqlite3.Database) => unknown): void {
  const database = new BetterSqlite3(file);
  run(database);
  database.close();
}

function rootPage(file: string, table: string): number {
  const database = new BetterSqlite3(file, { readonly: true });
  const page = database
    .prepare<[string], number>('select rootpage from sqlite_schema where name = ?')
    .pluck()
    .get(table);
  database.close();
  return page!;
}

/** A table whose rows take hours to check: each of them has a value that is computed. */
function makeCheckLong(database: BetterSqlite3.Database): void {
  database.exec(`create table slow (n);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) insert into slow select i from n`);
  const computed = "n, computed as (replace(hex(zeroblob(1000000 + n)), '00', 'x')) not null";
  // `alter table` would compute all of them.
  database.unsafeMode().pragma('writable_schema = on');
  database.prepare("update sqlite_schema set sql = ? where name = 'slow'").run(`create table slow (${computed})`);
}
