import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { setPragmas } from '../server/storage/database/sqlite-pragmas.ts';
import { Checkpoints } from '../server/storage/database/writer/checkpoints.ts';
import { WriterThread } from '../server/storage/database/writer/thread.ts';
import { SqliteWriter } from '../server/storage/database/writer/writer.ts';
import { newFolder } from './support/run.ts';
import { until } from './support/until.ts';

const MEBIBYTE = Buffer.alloc(2 ** 20);
/** As in `checkpoints.ts`: the pages that a checkpoint copies while others write, and those beyond which writes wait. */
const DUE = 1000;
const MOST = 16_000;

describe('checkpoints of SQLite during a long read, such as a backup', function () {
  this.timeout(60_000);
  let database: BetterSqlite3.Database;
  let watching: BetterSqlite3.Database;
  let reader: BetterSqlite3.Database;
  let thread: WriterThread;
  let writer: SqliteWriter;
  /** For each checkpoint for which writes waited: how many pages were not copied before it. */
  let waits: number[];

  beforeEach(async () => {
    const file = join(await newFolder(), 'blog.db');
    database = new BetterSqlite3(file);
    database.pragma('journal_mode = wal');
    setPragmas(database);
    database.exec('create table files (bytes)');
    watching = new BetterSqlite3(file, { readonly: true });
    reader = new BetterSqlite3(file, { readonly: true });
    thread = new WriterThread(file, () => undefined);
    writer = new SqliteWriter(database, { onCommit: () => checkpoints.afterCommit() }, thread);
    waits = [];
    const { open } = writer;
    writer.open = (options) => {
      if (options?.first) waits.push(waiting());
      return open.call(writer, options);
    };
    const checkpoints = new Checkpoints(watching, thread, () => writer);
  });

  afterEach(async () => {
    await thread.close();
    for (const connection of [reader, watching, database]) connection.close();
  });

  const pages = () => (watching.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[])[0]!;
  const waiting = () => pages().log - pages().checkpointed;
  const write = (bytes: Buffer) => writer.runAlone('insert into files values (?)', [bytes]);

  async function fillLog(): Promise<void> {
    while (pages().log < MOST + 4 * DUE) await write(MEBIBYTE);
  }

  it('delay no write while they cannot shorten the log, and shorten it when the read is over', async () => {
    reader.exec('begin; select * from files');
    await fillLog();
    expect(waits).to.deep.equal([]);
    reader.exec('commit');
    await until(async () => {
      await write(MEBIBYTE.subarray(0, 1000));
      return pages().log < DUE;
    });
    expect(waits).to.have.length.above(0);
    expect(Math.max(...waits)).to.be.below(DUE);
  });

  it('delay no write for the whole log when the read ends between two of them', async () => {
    const { open } = writer;
    writer.open = (options) => {
      if (options?.first && reader.inTransaction) reader.exec('commit');
      return open.call(writer, options);
    };
    reader.exec('begin; select * from files');
    await fillLog();
    if (reader.inTransaction) reader.exec('commit');
    await until(async () => {
      await write(MEBIBYTE.subarray(0, 1000));
      return pages().log < DUE;
    });
    expect(Math.max(...waits)).to.be.below(DUE);
  });

  it('let short writes pass while a long transaction waits for a checkpoint', async () => {
    const giveBack = await thread.take();
    const long = writer.open({ long: true });
    await write(MEBIBYTE);
    giveBack();
    (await long).end();
  });
});
