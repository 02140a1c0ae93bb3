import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { sql } from 'kysely';

import { openDatabase, type Database } from '../server/storage/database/open.ts';
import { newFolder } from './support/run.ts';

/** Longer than the file is compared after each checkpoint, whatever its time says. */
const TICK = 100;

describe('the content of an SQLite file in use', () => {
  let file: string;
  let database: Database;
  let logged: string[];

  beforeEach(async () => {
    file = `${await newFolder()}/blog.db`;
    logged = [];
    const log = (...args: unknown[]) => void logged.push(String(args.at(-1)));
    const url = `sqlite:${file}`;
    database = await openDatabase({ url, entities: [], isService: true, log: { error: log, warn: log, info: log } });
    await execute('create table things (bytes)');
    for (let row = 0; row < 100; row += 1) await execute('insert into things values (randomblob(4000))');
    await database.markFile();
    await database.emptyLog();
  });

  afterEach(() => database.close());

  const execute = (text: string) => sql.raw(text).execute(database.kysely);
  const write = () =>
    database.kysely.transaction().execute((tx) => sql.raw('insert into things values (randomblob(9000))').execute(tx));
  const cp = (from: string, to: string) => void execFileSync('cp', [from, to]);

  /** Another process that uses SQLite. */
  function elsewhere(work: (other: BetterSqlite3.Database) => unknown): void {
    const other = new BetterSqlite3(file);
    work(other);
    other.close();
  }

  async function expectEnded(pattern: RegExp): Promise<void> {
    expect(await write().catch((error: Error) => error)).to.be.an('error');
    expect(database.problem()).to.match(pattern);
    expect(database.hasEnded()).to.equal(true);
    expect(logged).to.have.length(1);
    expect(logged[0]).to.match(pattern);
    expect(await database.ping().catch((error: Error) => error)).to.be.an('error');
    expect(await write().catch((error: Error) => error)).to.be.an('error');
    expect(logged).to.have.length(1);
  }

  const harmless: Record<string, () => unknown> = {
    'is touched': () => execFileSync('touch', [file]),
    'gets an earlier time': () => execFileSync('touch', ['-d', '2020-01-01', file]),
    'gets other permissions': () => execFileSync('chmod', ['640', file]),
    'is copied away and back': () => {
      cp(file, `${file}.copy`);
      cp(`${file}.copy`, file);
    },
    'gets the log by another process, in part': () => elsewhere((other) => other.pragma('wal_checkpoint(passive)')),
    'gets the log, which restarts': () => elsewhere((other) => other.pragma('wal_checkpoint(restart)')),
    'gets the log, which is emptied': () => elsewhere((other) => other.pragma('wal_checkpoint(truncate)')),
    'gets the writes of another process': () =>
      elsewhere((other) => {
        other.exec('insert into things values (randomblob(9000))');
        other.pragma('wal_checkpoint(restart)');
        other.exec('delete from things where rowid < 50');
        other.pragma('wal_checkpoint(passive)');
      }),
    'is vacuumed by another process': () =>
      elsewhere((other) => {
        other.exec('delete from things where rowid > 20; vacuum');
        other.pragma('wal_checkpoint(truncate)');
      }),
    'gets another mark by another process': () =>
      elsewhere((other) => {
        other.pragma('application_id = 7');
        other.pragma('wal_checkpoint(passive)');
      }),
    'gets the log by a checkpoint of its own': () => database.emptyLog(),
  };

  // docs/interface.md, D2
  for (const [what, happens] of Object.entries(harmless)) {
    it(`${what}: writes go on`, async () => {
      for (let round = 0; round < 3; round += 1) {
        await write();
        await happens();
        await write();
        await database.ping();
        await database.emptyLog();
      }
      expect(database.problem()).to.equal(null);
      expect(logged).to.deep.equal([]);
    });
  }

  const overwritten: Record<string, (copy: string) => unknown> = {
    'by an earlier state of the same database': () => undefined,
    'by an earlier state, to which others wrote since': (copy) => {
      const other = new BetterSqlite3(copy);
      other.exec('update things set bytes = randomblob(4000) where rowid = 1');
      other.close();
    },
    'by a backup': (copy) => {
      rmSync(copy);
      elsewhere((other) => other.exec(`vacuum into '${copy}'`));
    },
    'by something that is no database': (copy) => writeFileSync(copy, Buffer.alloc(100_000)),
    'by an empty file': (copy) => truncateSync(copy, 0),
  };

  for (const [what, prepare] of Object.entries(overwritten)) {
    it(`is overwritten ${what}: nothing is read or written any more, and the file stays like this`, async () => {
      const copy = `${file}.copy`;
      cp(file, copy);
      prepare(copy);
      await write();
      await database.emptyLog();
      await write();
      cp(copy, file);
      await expectEnded(/overwritten.*octavo restore/);
      expect(await execute('select count(*) from things').catch((error: Error) => error)).to.be.an('error');
      expect(existsSync(`${file}-wal`)).to.equal(false);
      await database.close();
      expect(readFileSync(file).equals(readFileSync(copy))).to.equal(true);
    });
  }

  it('is overwritten while the log is copied into it', async () => {
    const copy = `${file}.copy`;
    cp(file, copy);
    await write();
    const emptied = database.emptyLog();
    cp(copy, file);
    await emptied.catch(() => undefined);
    const failure = await write().then(
      () => null,
      (error: Error) => error,
    );
    // The copy may have been complete before the pages of the log were written.
    if (failure === null)
      elsewhere((other) => expect(other.pragma('integrity_check', { simple: true })).to.equal('ok'));
    else expect(database.problem()).to.match(/overwritten/);
  });

  it('is changed by the disk, with the same time: nothing is written any more', async () => {
    await setTimeout(TICK);
    await database.ping();
    execFileSync('touch', ['-r', file, `${file}.time`]);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(4096 * 90, 0xee), 0, 4096 * 90, 4096 * 5);
    await handle.close();
    execFileSync('touch', ['-r', `${file}.time`, file]);
    await database.ping().catch(() => undefined);
    await expectEnded(/is damaged; .*octavo restore/);
  });

  it('is changed by another program in one of thousands of pages: it is checked as a whole', async () => {
    await execute(
      'insert into things with recursive n (x) as (select 1 union all select x + 1 from n where x < 3000) select randomblob(4000) from n',
    );
    await database.emptyLog();
    await database.ping();
    await setTimeout(TICK);
    await database.ping();
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(4096, 0xee), 0, 4096, 4096 * 1500);
    await handle.close();
    await write().catch(() => undefined);
    for (let left = 100; database.problem() === null && left > 0; left -= 1) await setTimeout(50);
    // Seldom, it is one of the pages that each look compares.
    await expectEnded(/is (damaged|overwritten).*octavo restore/);
  });

  it('has a log that belongs to other content: a command does not open it, and the service puts the log aside', async () => {
    const other = `${file}.other`;
    cp(file, other);
    await write();
    await database.emptyLog();
    await database.markFile();
    await write();
    // As a killed service leaves it.
    for (const end of ['', '-wal']) cp(file + end, `${file}.left${end}`);
    cp(other, `${file}.left`);
    const failure = await openDatabase({ url: `sqlite:${file}.left`, entities: [] }).catch((error: Error) => error);
    expect(failure)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/does not belong to/);
  });
});
