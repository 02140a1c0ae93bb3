import type { Worker } from 'node:worker_threads';

import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';

import { AppError } from '../routers/base/errors.ts';
import { readerThread, type ReaderOptions, type ReaderThread } from '../server/storage/database/reader/thread.ts';
import { comment } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

/** Counts for a tenth of a second for each million, longer on a busy machine. */
const counting = (millions: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${millions * 1_000_000})
  select count(*) as total from n`;
const LONG = counting(1);
const LONGER = counting(50);

describeVisited.onBothEngines('readers', (use) => {
  it('see everything committed before the read', async () => {
    for (let number = 0; number < 10; number++) {
      const id = `fresh-${number}`;
      await write(use(), { id, content: `word${number}x` });
      const found = await use().call('GET', `/api/posts?search=word${number}x`);
      expect(found.body.posts.map((post: { id: string }) => post.id)).to.deep.equal([id]);
      const all = await use().admin('GET', `/api/admin/posts?search=word${number}x&sort=title`);
      expect(all.body.total).to.equal(1);
    }
    const written = await comment(use(), 'gb-note', { content: 'A needle in the queue' });
    const { body } = await use().admin('GET', '/api/comments?search=NEEDLE');
    expect(body.comments.map(({ id }: { id: string }) => id)).to.deep.equal([written.comment.id]);
  });

  it('do not block callers that read little', async () => {
    const { visitors } = use().services.readers;
    let isDone = false;
    const end = () => (isDone = true);
    // Ends at its deadline where it takes longer.
    const slow = sql.raw(counting(10)).execute(visitors).then(end, end);
    for (let asked = 0; asked < 3; asked++) {
      expect((await use().call('GET', '/healthz')).status).to.equal(200);
      expect((await use().call('GET', '/api/posts?pageSize=1')).status).to.equal(200);
      expect(isDone).to.equal(false);
    }
    await slow;
  });

  it('return the same as the shared client', async () => {
    const { database, services } = use();
    const values = [0, -1, 2 ** 40, 2n ** 60n, 1.5, 'text', '', true, false, null, undefined, new Date(7)];
    const kinds = { sqlite: 'typeof', postgres: 'pg_typeof' }[database.dialect];
    for (const value of values) {
      const bound = database.dialect === 'sqlite' ? sql`${value}` : sql`cast(${value} as text)`;
      const asked = sql`select ${bound} as value, cast(${sql.raw(kinds)}(${bound}) as text) as kind`;
      const given = async (db: Kysely<never>) => (await asked.execute(db)).rows;
      const expected = await given(database.kysely as unknown as Kysely<never>);
      expect(await given(services.readers.owner as unknown as Kysely<never>), String(value)).to.deep.equal(expected);
    }
    const many = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
      select i, cast(i as text) || 'x' as text, 1.5 * i as half, null as none from n`;
    const [ours, theirs] = await Promise.all([many.execute(services.readers.owner), many.execute(database.kysely)]);
    expect(ours.rows).to.have.lengthOf(3000);
    expect(ours.rows).to.deep.equal(theirs.rows);
  });

  it('report errors in a statement, and continue', async () => {
    const { owner } = use().services.readers;
    const error = await failureOf(sql`select nothing from nowhere`.execute(owner));
    expect(String((error as { code?: unknown }).code)).to.match(/^(SQLITE_ERROR|42P01)$/);
    expect((await sql<{ one: number }>`select 1 as one`.execute(owner)).rows).to.deep.equal([{ one: 1 }]);
  });
});

describe('a reader thread', () => {
  let threads: ReaderThread[] = [];
  let replaced: unknown[] = [];

  async function open(options: Partial<ReaderOptions> = {}): Promise<ReaderThread> {
    const file = (await databaseKinds[0]!.freshUrl()).slice('sqlite:'.length);
    new BetterSqlite3(file).exec('pragma journal_mode = wal; create table things (name)').close();
    const thread = readerThread(file, { onReplaced: (reason) => replaced.push(reason), ...options });
    threads.push(thread);
    return thread;
  }

  afterEach(async () => {
    await Promise.all(threads.map((thread) => thread.close()));
    threads = [];
    replaced = [];
  });

  it('aborts slow reads, and continues with the queue', async () => {
    const thread = await open({ deadline: 2000 });
    const late = thread.read(LONGER, []);
    const error = await failureOf(late);
    expect(error).to.be.instanceOf(AppError);
    expect((error as AppError).reason).to.equal('SERVICE_UNAVAILABLE');
    expect((error as AppError).details.retryAfter).to.equal(5);
    expect(await thread.read('select 2 as two', [])).to.deep.equal([{ two: 2 }]);
    expect(replaced.map(String)).to.have.lengthOf(1);
  });

  it('restarts after it has died', async () => {
    const thread = await open();
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const failed = failureOf(thread.read(LONG, []));
    await (await started).terminate();
    expect(((await failed) as AppError).reason).to.equal('SERVICE_UNAVAILABLE');
    expect(replaced).to.have.lengthOf(1);
    expect(await thread.read('select 2 as two', [])).to.deep.equal([{ two: 2 }]);
  });

  it('rejects reads beyond the maximum queue length', async () => {
    const thread = await open({ maxQueued: 2 });
    const reads = [LONG, 'select 1', 'select 2'].map((statement) => thread.read(statement, []));
    const error = await failureOf(thread.read('select 3', []));
    expect((error as AppError).reason).to.equal('SERVICE_UNAVAILABLE');
    await Promise.all(reads);
    expect(await thread.read('select 4 as four', [])).to.deep.equal([{ four: 4 }]);
  });

  it('allows others to work between two reads', async () => {
    const thread = await open();
    const events: string[] = [];
    await Promise.all([
      thread.read(LONG, []).then(() => events.push('first')),
      thread.read('select 1', []).then(() => events.push('second')),
      thread.between(async () => {
        await Promise.resolve(); // Those that wait for the first read are notified now.
        events.push('work');
        await new Promise(setImmediate);
        events.push('done');
      }),
    ]);
    expect(events).to.deep.equal(['first', 'work', 'done', 'second']);
  });

  it('reports errors of the file', async () => {
    const failures: unknown[] = [];
    const damaged = readerThread(import.meta.filename, { onFailure: (failure) => failures.push(failure) });
    const error = await damaged.read('select * from posts', []).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'SQLITE_NOTADB' });
    expect(failures).to.deep.equal([error]);
    await damaged.close();
  });

  it('writes nothing', async () => {
    const thread = await open();
    for (const statement of ['create table x (y)', 'begin immediate', 'pragma user_version = 7']) {
      await failureOf(thread.read(statement, []));
    }
    expect(await thread.read('pragma user_version', [])).to.deep.equal([{ user_version: 0 }]);
  });

  it('rejects queued reads when it is closed', async () => {
    const thread = await open();
    const reads = [LONG, 'select 1'].map((statement) => failureOf(thread.read(statement, [])));
    await thread.close();
    for (const error of [...(await Promise.all(reads)), await failureOf(thread.read('select 1', []))]) {
      expect((error as AppError).reason).to.equal('SERVICE_UNAVAILABLE');
    }
  });
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('It should have failed.'),
    (error: unknown) => error,
  );
}
