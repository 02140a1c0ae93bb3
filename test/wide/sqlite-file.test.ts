import { execFileSync } from 'node:child_process';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { startTestService, type TestService } from '../support/service.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, lineOf, start } from '../support/started.ts';
import { freshAddress } from '../support/visitors.ts';
import { stopwatch } from '../support/stopwatch.ts';
import { until } from '../support/until.ts';

describe('the SQLite file', () => {
  let file: string;
  let service: TestService;

  beforeEach(async () => {
    file = `${await newFolder()}/blog.db`;
    service = await startTestService({ name: 'SQLite', freshUrl: async () => `sqlite:${file}` });
    expect(await write('before')).to.equal(201);
    service.logged.length = 0;
  });

  afterEach(() => service.close());

  after(cleanUp);

  // docs/interface.md, D2
  it('is moved away: writes are 503, /readyz too, reads continue; moved back, all continues', async () => {
    for (let round = 0; round < 2; round++) {
      await rename(file, `${file}.elsewhere`);
      expect(await write(`lost-${round}`)).to.equal(503);
      expect(await read('/readyz')).to.equal(503);
      for (const path of ['/healthz', '/api/posts?page=1', '/']) expect(await read(path), path).to.equal(200);
      await rename(`${file}.elsewhere`, file);
      expect(await read('/readyz')).to.equal(200);
      expect(await write(`after-${round}`)).to.equal(201);
    }
    const lines = service.logged.map(({ msg }) => String(msg)).filter((line) => line.startsWith('the database file'));
    expect(lines).to.have.length(4);
    expect(lines[0]).to.match(/deleted or moved away.*writes are refused.*Move it back.*cp \/proc\/\d+\/fd\/\d+ /);
    expect(lines[1]).to.equal('the database file is back');
  });

  it('is deleted: the command in the log saves its content', async () => {
    for (const end of ['', '-wal', '-shm']) await rm(file + end);
    expect(await read('/readyz')).to.equal(503);
    const line = service.logged.map(({ msg }) => String(msg)).find((msg) => msg.startsWith('the database file'));
    const [, from = ''] = /cp (\S+) saved\.db/.exec(line ?? '') ?? [];
    execFileSync('cp', [from, `${file}.saved`]);
    const saved = new BetterSqlite3(`${file}.saved`);
    expect(saved.prepare('select slug from posts').pluck().all()).to.include('before');
    saved.close();
  });

  it('is replaced by another file, which is never read', async () => {
    await copyFile(file, `${file}.other`);
    const other = new BetterSqlite3(`${file}.other`);
    other.pragma('journal_mode = delete');
    other.close();
    await rename(`${file}.other`, file);
    expect(await write('lost')).to.equal(503);
    expect(await read('/api/posts?search=before')).to.equal(503);
    expect(await read('/readyz')).to.equal(503);
  });

  it('loses its write-ahead log with the latest writes', async () => {
    await rename(`${file}-wal`, `${file}-wal.elsewhere`);
    expect(await write('lost')).to.equal(503);
    expect(await read('/readyz')).to.equal(503);
    await rename(`${file}-wal.elsewhere`, `${file}-wal`);
    expect(await write('after')).to.equal(201);
  });

  // docs/interface.md, D2
  it('is corrupted while in use: no write is acknowledged any more, and one log line has the remedy', async () => {
    const paths = ['/api/posts?page=2', '/api/posts?page=3'];
    await service.database.kysely.executeQuery({ ...checkpoint, sql: 'pragma wal_checkpoint(truncate)' });
    // A bad disk does not change the time.
    execFileSync('touch', ['-r', file, `${file}.time`]);
    // Housekeeping may be the first to find the damage.
    service.logged.length = 0;
    await damage(file, 'posts');
    execFileSync('touch', ['-r', `${file}.time`, file]);
    for (const path of paths) expect(await read(path), path).to.equal(503);
    for (let round = 0; round < 2; round++) expect(await write(`lost-${round}`)).to.equal(503);
    const settings = await service.admin('PUT', '/api/admin/settings', { title: 'Lost' });
    expect(settings.status).to.equal(503);
    expect(settings.headers.get('retry-after')).to.equal('5');
    expect(await read('/readyz')).to.equal(503);
    expect((await service.admin('GET', '/api/admin/health')).body.database.ok).to.equal(false);
    const lines = service.logged.filter(({ level }) => Number(level) >= 40).map(({ msg }) => String(msg));
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('octavo restore --force');
  });

  it('is locked by another program: /readyz is 503 within 3 s, and reads do not wait', async () => {
    const other = new BetterSqlite3(file, { timeout: 0 });
    // Housekeeping may have the lock when the service has just started.
    await until(() => begins(other));
    const elapsed = stopwatch();
    const ready = read('/readyz');
    expect(await read('/api/posts?page=4')).to.equal(200);
    expect(elapsed()).to.be.below(1000);
    // Housekeeping may wait for the lock too, and the service measures the wait by its clock.
    service.clock.advance(3000);
    expect(await ready).to.equal(503);
    expect(elapsed()).to.be.below(3000);
    other.close();
    expect(await read('/readyz')).to.equal(200);
  });

  // docs/interface.md, D1
  it('has a connection that is stuck for 60 s: /healthz is 503', async () => {
    await service.database.kysely.transaction().execute(async () => {
      service.clock.advance(59_999);
      expect(await read('/healthz')).to.equal(200);
      service.clock.advance(1);
      expect(await read('/healthz')).to.equal(503);
    });
    await setTimeout(1);
    expect(await read('/healthz')).to.equal(200);
  });

  const write = async (id: string) => (await service.admin('POST', '/api/posts', { id, title: id })).status;
  const read = async (path: string) => (await service.call('GET', path, { headers: freshAddress() })).status;
});

describe('the start with a corrupt file', () => {
  after(cleanUp);

  for (const table of ['sqlite_schema', 'schema_migrations', 'settings']) {
    it(`reports the remedy in one sentence: ${table}`, async () => {
      const folder = await newFolder();
      const file = `${folder}/data/blog.db`;
      const first = start(folder);
      await first.url;
      await lineOf(first, /first password/);
      first.process.kill('SIGTERM');
      expect(await first.ended).to.equal(0);
      await damage(file, table);
      const second = start(folder);
      second.url.catch(() => undefined);
      expect(await second.ended, second.output()).to.equal(1);
      expect(second.errors().trimEnd()).to.match(/^The database \S+blog\.db is .*octavo restore --force <backup>\.$/);
    });
  }
});

const checkpoint = { query: {} as never, queryId: { queryId: 'damage' }, parameters: [] };

/** Overwrites the first page of a table and of its indexes. */
async function damage(file: string, table: string): Promise<void> {
  const database = new BetterSqlite3(file, { readonly: true });
  const size = database.pragma('page_size', { simple: true }) as number;
  const pages = database.prepare('select rootpage from sqlite_schema where tbl_name = ? and rootpage > 0').pluck();
  const roots = table === 'sqlite_schema' ? [] : (pages.all(table) as number[]);
  database.close();
  const handle = await open(file, 'r+');
  if (table === 'sqlite_schema') await handle.write(Buffer.alloc(size - 100, 0xee), 0, size - 100, 100);
  for (const page of roots) await handle.write(Buffer.alloc(size, 0xee), 0, size, (page - 1) * size);
  await handle.close();
}

/** Whether a transaction that locks the file for writers could begin. */
function begins(database: BetterSqlite3.Database): boolean {
  try {
    database.exec('begin immediate');
    return true;
  } catch {
    return false;
  }
}
