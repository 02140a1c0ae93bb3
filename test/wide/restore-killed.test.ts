import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';

import { expect } from 'chai';
import BetterSqlite3 from 'better-sqlite3';

import { unfinishedRestore } from '../../server/storage/database/unfinished-restore.ts';
import { runOctavo } from '../support/cli.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, start } from '../support/started.ts';
import { migrated } from '../support/stored.ts';

const hook = new URL('../support/killed-restore.ts', import.meta.url).href;
const TEXT = 'not a database, and long enough to be looked at '.repeat(30);

describe('octavo restore that is killed', () => {
  let backup: string;
  let old: string;

  before(async () => {
    const folder = await newFolder();
    [backup, old] = [`${folder}/new.db`, `${folder}/old.db`];
    await titled(backup, 'New');
    await titled(old, 'Old');
  });
  after(cleanUp);

  for (const [what, env] of [
    ['', {}],
    [', without hard links', { NO_LINKS: '1' }],
  ] as const) {
    it(`leaves the old database or the new one${what}`, async () => {
      const states = await killEverywhere(env, (file) => copyFile(old, file));
      for (const { file, kept } of states) {
        expect(titleOf(file)).to.be.oneOf(['Old', 'New']);
        if (titleOf(file) === 'New') expect(titleOf(kept!)).to.equal('Old');
      }
      expect(states.map(({ file }) => titleOf(file))).to.include.members(['Old', 'New']);
    });
  }

  it('keeps a database that cannot be opened with its log, which is never beside the new one', async () => {
    const states = await killEverywhere({ LOG: 'The last words' }, (file) => writeFile(file, TEXT));
    for (const { file, kept } of states) {
      const isOld = existsSync(file) && (await readFile(file, 'latin1')) === TEXT;
      const whole = isOld ? file : kept!;
      expect(await readFile(whole, 'latin1')).to.equal(TEXT);
      expect(await readFile(`${whole}-wal`, 'latin1')).to.equal('The last words');
      if (isOld) continue;
      if (existsSync(file)) expect(existsSync(`${file}-wal`)).to.equal(false);
      else expect(unfinishedRestore(file)).to.include(`rename ${kept} to ${file} and ${kept}-wal to ${file}-wal;`);
    }
  });

  it('can be run again', async () => {
    const file = `${await newFolder()}/blog.db`;
    await copyFile(old, `${file}.replaced-20260301-120000`);
    await writeFile(`${file}.part-0badcafe`, '');
    expect((await restore(file)).stderr).to.equal('');
    expect(titleOf(file)).to.equal('New');
    expect(unfinishedRestore(file)).to.equal(null);
    expect(existsSync(`${file}.part-0badcafe`)).to.equal(false);
  });

  it('leaves what the service does not hide behind a new database', async () => {
    const folder = await newFolder();
    const file = `${folder}/blog.db`;
    const kept = `${file}.replaced-20260301-120000`;
    const env = { DATABASE_URL: `sqlite:${file}` };
    await writeFile(`${file}.part-0badcafe`, '');
    const empty = start(folder, env);
    expect(await empty.ended).to.equal(1);
    expect(empty.errors()).to.equal(
      `There is no database ${file}, but a restore has left ${file}.part-0badcafe: run octavo restore again; for an empty blog, move what is left to another folder.\n`,
    );
    await copyFile(old, kept);
    const { ended, errors, output } = start(folder, env);
    expect(await ended).to.equal(1);
    expect(errors()).to.equal(
      `There is no database ${file}, but a restore has left ${kept}, ${file}.part-0badcafe: run octavo restore again, or rename ${kept} to ${file}; for an empty blog, move what is left to another folder.\n`,
    );
    expect(output()).to.equal('');
    expect(existsSync(file)).to.equal(false);
  });

  /** Restores in new folders, and is killed one change later each time, until it ends. */
  async function killEverywhere(env: Record<string, string>, make: (file: string) => Promise<void>) {
    const states: { file: string; kept: string | undefined }[] = [];
    for (let change = 1; ; change++) {
      const folder = await newFolder();
      const file = `${folder}/blog.db`;
      await make(file);
      const { code } = await restore(file, { ...env, NODE_OPTIONS: `--import ${hook}`, KILL_BEFORE: String(change) });
      const kept = (await readdir(folder)).find((name) => /\.replaced-[\d-]+$/.test(name));
      states.push({ file, kept: kept && `${folder}/${kept}` });
      if (code === 0) return states;
      expect(code).to.equal(null);
    }
  }

  async function restore(file: string, env: Record<string, string> = {}) {
    const known = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
    return runOctavo(['restore', backup, '--force'], '', { ...known, ...env, DATABASE_URL: `sqlite:${file}` });
  }
});

async function titled(file: string, title: string): Promise<void> {
  await migrated(`sqlite:${file}`);
  const driver = new BetterSqlite3(file);
  driver.prepare(`insert into settings values ('title', ?)`).run(title);
  driver.close();
}

function titleOf(file: string): unknown {
  const driver = new BetterSqlite3(file, { readonly: true });
  const title = driver.prepare(`select value from settings where name = 'title'`).pluck().get();
  driver.close();
  return title;
}
