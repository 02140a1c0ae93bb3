import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { sql } from 'kysely';
import { Client } from 'pg';

import { withDeadline } from '../../routers/base/deadline.ts';
import { databaseKinds, type DatabaseKind } from '../support/databases.ts';
import { PASSWORD as ADMIN_PASSWORD, startTestService, type TestService } from '../support/service.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, start } from '../support/started.ts';
import { until } from '../support/until.ts';
import { stopwatch } from '../support/stopwatch.ts';

const [sqlite, postgres] = databaseKinds as [DatabaseKind, DatabaseKind | undefined];
const MARKER = 'xqkzonejvwq';
const TEXT = `A ${MARKER}. ${`Some more about ${MARKER}. `.repeat(400)}`;
const PASSWORD = 'open sesame';

describe('traces of an encrypted text (SQLite)', () => {
  let url: string;
  let service: TestService;
  let reader: { end(): Promise<void> } | undefined;
  const open = () => startTestService({ ...sqlite, freshUrl: () => Promise.resolve(url) });
  beforeEach(async () => {
    url = await sqlite.freshUrl();
    service = await open();
  });
  afterEach(() => service.close());

  it('stay while another process reads, block nothing, and are removed within seconds of its end', async () => {
    const { body } = await service.admin('POST', '/api/posts', { title: 'T', content: TEXT });
    reader = await readElsewhere(url);
    expect((await service.admin('PUT', `/api/posts/${body.id}`, { password: PASSWORD })).status).to.equal(200);
    expect(await copiesIn(url)).to.be.above(0);
    expect((await service.call('GET', `/api/posts/${body.id}`)).status).to.equal(200);
    expect((await service.admin('POST', '/api/posts', { title: 'Written during the read' })).status).to.equal(201);
    await reader.end();
    const elapsed = stopwatch();
    await until(async () => (await copiesIn(url)) === 0);
    expect(elapsed()).to.be.below(4000);
  });

  it('are waited for only until the deadline of the request, and removed later', async () => {
    const { body } = await service.admin('POST', '/api/posts', { title: 'T', content: TEXT });
    await service.admin('PUT', `/api/posts/${body.id}`, { password: PASSWORD });
    const { kysely } = service.database;
    await sql`create table traces as select ${MARKER} as text`.execute(kysely);
    await sql`drop table traces`.execute(kysely);
    expect(await copiesIn(url)).to.be.above(0);
    const transaction = await kysely.startTransaction().execute();
    const begun = performance.now();
    await withDeadline(() => service.services.scrub(), 200);
    // The transaction is still open. Timers fire up to a millisecond early.
    expect(performance.now() - begun).to.be.at.least(199);
    await transaction.rollback().execute();
    await until(async () => (await copiesIn(url)) === 0);
  });

  it('are removed at the start, when the process was killed before', async () => {
    const env = { DATABASE_URL: url, SITE: 'off' };
    await service.close();
    const folder = await newFolder();
    const killed = start(folder, env);
    const id = await encryptOver(await killed.url, async () => void (reader = await readElsewhere(url)));
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(id).to.be.a('string');
    expect(await copiesIn(url)).to.be.above(0);
    await start(folder, env).url;
    expect(await copiesIn(url)).to.be.above(0);
    await reader?.end();
    await until(async () => (await copiesIn(url)) === 0);
    await cleanUp();
    service = await open();
  });
});

if (postgres) {
  describe('traces of an encrypted text (PostgreSQL)', () => {
    let url: string;
    let service: TestService;
    const open = () => startTestService({ ...postgres, freshUrl: () => Promise.resolve(url) });
    beforeEach(async () => {
      url = await postgres.freshUrl();
      service = await open();
    });
    afterEach(() => service.close());

    for (const restarted of [false, true]) {
      it(`are removed once the old rows are not visible to any transaction${restarted ? ', after a restart' : ''}`, async () => {
        const { body } = await service.admin('POST', '/api/posts', { title: 'T', content: TEXT });
        await service.admin('PUT', `/api/posts/${body.id}`, { content: `${TEXT} edited` });
        const reader = new Client({ connectionString: url });
        await reader.connect();
        reader.on('error', () => undefined);
        await reader.query('begin isolation level repeatable read');
        await reader.query('select count(*) from posts');
        expect((await service.admin('PUT', `/api/posts/${body.id}`, { password: PASSWORD })).status).to.equal(200);
        expect(await isMarked(service)).to.equal(true);
        expect((await placesOf(url)).join())
          .to.include('posts')
          .and.to.include('post_fts_words');
        if (restarted) {
          await service.close();
          service = await open();
        }
        expect(await isMarked(service)).to.equal(true);
        await reader.end();
        await until(async () => !(await isMarked(service)));
        expect(await placesOf(url)).to.deep.equal([]);
      });
    }

    it('are checked less often over time while they are visible: at least once a minute', async () => {
      const { body } = await service.admin('POST', '/api/posts', { title: 'T', content: TEXT });
      const reader = new Client({ connectionString: url });
      await reader.connect();
      reader.on('error', () => undefined);
      await reader.query('begin isolation level repeatable read');
      await reader.query('select count(*) from posts');
      const pauses = await pausesOf(12, () => service.admin('DELETE', `/api/posts/${body.id}`));
      expect(pauses).to.deep.equal([...Array.from({ length: 10 }, (_, times) => 100 * 2 ** times), 60_000, 60_000]);
      await reader.end();
      // The next encryption or deletion does not wait for the delay.
      await service.services.scrub();
      await until(async () => !(await isMarked(service)));
    });

    it('are checked after a deletion too, and an interrupted index build is cleaned up', async () => {
      const { body } = await service.admin('POST', '/api/posts', { title: 'T', content: TEXT });
      const { kysely } = service.database;
      await sql`create index post_fts_words_ccnew on post_fts using gin (words)`.execute(kysely);
      await sql`update pg_index set indisvalid = false where indexrelid = 'post_fts_words_ccnew'::regclass`.execute(
        kysely,
      );
      await service.admin('DELETE', `/api/posts/${body.id}`);
      await until(async () => !(await isMarked(service)));
      expect(await placesOf(url)).to.deep.equal([]);
      const { rows } = await sql<{ found: string | null }>`select to_regclass('post_fts_words_ccnew') as found`.execute(
        kysely,
      );
      expect(rows[0]?.found).to.equal(null);
    });
  });
}

/** The delays, in milliseconds, between the attempts that `work` starts. They elapse immediately. */
async function pausesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const { setTimeout } = globalThis;
  const pauses: number[] = [];
  globalThis.setTimeout = ((run: () => void, milliseconds: number, ...rest: []) => {
    if (run.name !== 'start' || pauses.length === count) return setTimeout(run, milliseconds, ...rest);
    pauses.push(milliseconds);
    return setTimeout(run, 0);
  }) as typeof setTimeout;
  try {
    await work();
    await until(() => pauses.length === count);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  return pauses;
}

/** Creates a post and encrypts it during a read transaction. */
async function encryptOver(address: string, whilePlain: () => Promise<void>): Promise<string> {
  const login = await ask(address, 'POST', '/api/admin/login', { password: ADMIN_PASSWORD });
  const { id } = await ask(address, 'POST', '/api/posts', { title: 'T', content: TEXT }, login['token']);
  await whilePlain();
  await ask(address, 'PUT', `/api/posts/${id}`, { password: PASSWORD }, login['token']);
  return id ?? '';
}

async function ask(address: string, method: string, path: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, `${method} ${path}`).to.equal(true);
  return (await answer.json()) as Record<string, string>;
}

/** How often the text occurs in the file, in its log and in files beside it. */
async function copiesIn(url: string): Promise<number> {
  const file = url.slice('sqlite:'.length);
  const texts = await Promise.all(['', '-wal', '-shm'].map((end) => readFile(file + end, 'latin1').catch(() => '')));
  return texts.join('').split(MARKER.slice(3)).length - 1;
}

/** Another process with a read transaction. */
async function readElsewhere(url: string): Promise<{ end(): Promise<void> }> {
  const program = `const db = new (require('better-sqlite3'))(process.argv[1]);
    db.exec('begin'); db.prepare('select count(*) from posts').get(); console.log('reads');
    process.stdin.once('data', () => { db.exec('commit'); db.close(); process.exit(); });`;
  const child: ChildProcess = spawn(process.execPath, ['-e', program, url.slice('sqlite:'.length)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return {
    async end() {
      const ended = once(child, 'exit');
      child.stdin!.write('end\n');
      await ended;
    },
  };
}

async function isMarked({ database: { kysely } }: TestService): Promise<boolean> {
  const { rows } = await sql`select 1 from sequences where name = 'unscrubbed'`.execute(kysely);
  return rows.length > 0;
}

/** The tables with a dead or live row, and the GIN indexes with an entry, that contain the text. */
async function placesOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists pageinspect');
    const { rows: tables } = await client.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class where relkind in ('r', 't')
      and (relnamespace = 'public'::regnamespace or relname like 'pg_toast%') and pg_relation_size(oid) > 0`);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select 1 from generate_series(0, pg_relation_size($1::text::regclass) / 8192 - 1) page,
           heap_page_items(get_raw_page($1::text, page::int)) where position($2::bytea in t_data) > 0 limit 1`,
        [name, Buffer.from(MARKER.slice(3))],
      );
      if (rows.length > 0) found.push(name);
    }
    const { rows: indexes } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_am on pg_am.oid = c.relam where amname = 'gin'`);
    for (const { name } of indexes) {
      const { rows } = await client.query(
        `select 1 from generate_series(0, pg_relation_size($1::text::regclass) / 8192 - 1) page
         where position($2::bytea in get_raw_page($1::text, page::int)) > 0 limit 1`,
        [name, Buffer.from(MARKER.slice(3))],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
