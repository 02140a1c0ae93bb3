import { copyFile } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { overwriteUnderLoad } from '../support/overwrite-under-load.ts';
import { newFolder, templateFile } from '../support/run.ts';
import { cleanUp, lineOf, start } from '../support/started.ts';
import { until } from '../support/until.ts';
import { freshAddress } from '../support/visitors.ts';

const ROUNDS = 3;

describe('another database copied over the running one', function () {
  this.timeout(60_000 + ROUNDS * 20_000);
  after(cleanUp);

  // docs/interface.md, D2
  it(`no write that begins afterwards is acknowledged, ${ROUNDS} times`, async () => {
    const other = await anotherDatabase();
    for (let round = 0; round < ROUNDS; round += 1) {
      const cwd = await newFolder();
      const file = `${cwd}/blog.db`;
      await copyFile(templateFile('administrator'), file);
      const copyAfter = 100 + ((round * 613) % 1500);
      const seen = await overwriteUnderLoad({ cwd, file, other, copyAfter });
      expect(seen.acknowledged.before).to.be.above(0);
      expect(seen.acknowledged.after).to.equal(0);
      expect(Object.keys(seen.statuses)).to.deep.equal(['503']);
      expect(seen.ready).to.equal(503);
      expect(seen.health).to.deep.equal({ status: 200, ok: false });
      expect(seen.lines).to.have.length(1);
      expect(seen.lines[0]).to.match(/overwritten/);
      expect(seen.exit).to.equal(0);
      expect(seen.isUntouched).to.equal(true);
    }
  });

  // docs/interface.md, D2
  for (const [what, find] of Object.entries({ 'another database': anotherDatabase, 'an empty one': emptyDatabase })) {
    it(`by the means of SQLite, ${what}: nothing is served any more`, async () => {
      const cwd = await newFolder();
      const file = `${cwd}/blog.db`;
      await copyFile(templateFile('administrator'), file);
      const service = start(cwd, { DATABASE_URL: `sqlite:${file}` });
      const url = await service.url;
      const write = async () => {
        const body = JSON.stringify({ author: 'Ann', content: `Hello ${Math.random()}` });
        const headers = { ...freshAddress(), 'content-type': 'application/json' };
        return (await fetch(`${url}/api/posts/gb-note/comments`, { method: 'POST', headers, body })).status;
      };
      expect(await write()).to.equal(201);
      const other = new BetterSqlite3(await find());
      // As `.restore` of the program sqlite3. While the service writes, nothing is copied.
      await until(async () => (await other.backup(file)).totalPages > 0);
      other.close();
      expect(await write()).to.equal(503);
      expect((await fetch(`${url}/readyz`)).status).to.equal(503);
      expect((await fetch(`${url}/api/posts?page=1`)).status).to.equal(503);
      await lineOf(service, /has overwritten the database/);
      service.process.kill('SIGTERM');
      expect(await service.ended).to.equal(0);
      expect(service.output().match(/has overwritten the database/g)).to.have.length(1);
    });
  }
});

async function emptyDatabase(): Promise<string> {
  const file = `${await newFolder()}/empty.db`;
  new BetterSqlite3(file).exec('create table things (n)').close();
  return file;
}

/** A database of the same size. */
async function anotherDatabase(): Promise<string> {
  const file = `${await newFolder()}/other.db`;
  await copyFile(templateFile('administrator'), file);
  const database = new BetterSqlite3(file);
  database.exec("insert into settings (name, value) values ('title', '\"Another\"')");
  database.exec('update identity set id = lower(hex(randomblob(16)))');
  database.close();
  return file;
}
