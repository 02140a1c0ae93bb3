import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { faultySqlite, sqliteError } from '../support/faulty-sqlite.ts';
import { loopDisk, remount, smallDisk } from '../support/small-disk.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, start } from '../support/started.ts';
import { freshAddress } from '../support/visitors.ts';
import { stopwatch } from '../support/stopwatch.ts';

const ROUNDS = 20;
/** The maximum time in milliseconds until writes continue. */
const GO_ON_WITHIN = 5000;

/** How a test writes, reads and causes the fault. */
interface Scene {
  write(id: string): Promise<number>;
  read(path: string): Promise<number>;
  breakIt(): void;
  mendIt(): void;
}

/** @returns the acknowledged posts */
async function rounds({ write, read, breakIt, mendIt }: Scene): Promise<string[]> {
  const acknowledged: string[] = [];
  async function tryToWrite(id: string): Promise<number> {
    const status = await write(id);
    if (status === 201) acknowledged.push(id);
    else expect(status).to.equal(503);
    return status;
  }
  for (let round = 0; round < ROUNDS; round++) {
    breakIt();
    // The log may have space for a few more.
    for (let time = 0; (await tryToWrite(`during-${round}-${time}`)) !== 503; time++) expect(time).to.be.below(100);
    const together = Array.from({ length: 3 }, (_, number) => tryToWrite(`together-${round}-${number}`));
    for (const path of ['/healthz', `/api/posts?page=${round + 1}`, '/']) expect(await read(path), path).to.equal(200);
    await Promise.all(together);
    mendIt();
    const elapsed = stopwatch();
    while ((await tryToWrite(`after-${round}`)) !== 201) {
      expect(elapsed()).to.be.below(GO_ON_WITHIN);
    }
    expect(await read('/readyz')).to.equal(200);
  }
  return acknowledged;
}

/** Long enough to need space in the write-ahead log; a batch of them makes a long transaction. */
const post = (id: string) => ({ id, title: id, content: 'word '.repeat(id.startsWith('together') ? 7000 : 5000) });

function sceneOf(service: TestService): Pick<Scene, 'write' | 'read'> {
  return {
    write: async (id) => (await service.admin('POST', '/api/posts', post(id))).status,
    read: async (path) => (await service.call('GET', path, { headers: freshAddress() })).status,
  };
}

function expectStored(file: string, acknowledged: string[]): void {
  const database = new BetterSqlite3(file);
  expect(database.prepare('select slug from posts').pluck().all()).to.include.members(acknowledged);
  expect(database.pragma('integrity_check', { simple: true })).to.equal('ok');
  database.close();
}

/** Expects one log line for the outage and one for the recovery, each time. */
function expectOutages(service: TestService, times: number): void {
  const lines = service.logged.map(({ msg }) => String(msg)).filter((line) => line.startsWith('the database is'));
  expect(lines.filter((line) => line.startsWith('the database is away: The database '))).to.have.length(times);
  expect(lines.filter((line) => line === 'the database is back')).to.have.length(times);
  expect(service.logged.filter(({ level }) => Number(level) >= 50)).to.have.length(times);
}

describe('SQLite on a failing disk', function () {
  this.timeout(120_000);
  after(cleanUp);

  it(`is full: writes continue as soon as there is space, ${ROUNDS} times`, async function () {
    const disk = smallDisk(this, 64);
    const file = `${disk.folder}/blog.db`;
    const service = await startTestService({ name: 'SQLite', freshUrl: async () => `sqlite:${file}` });
    try {
      const acknowledged = await rounds({ ...sceneOf(service), breakIt: disk.fill, mendIt: disk.free });
      expectOutages(service, ROUNDS);
      await service.close();
      expectStored(file, acknowledged);
    } finally {
      disk.remove();
    }
  });

  it(`fails COMMIT (injected): writes continue as soon as it recovers, ${ROUNDS} times`, async () => {
    const faulty = faultySqlite();
    const file = `${await newFolder()}/blog.db`;
    const service = await startTestService({ name: 'SQLite', freshUrl: async () => `sqlite:${file}` });
    // The housekeeping of the start writes too.
    await setTimeout(1000);
    try {
      const acknowledged = await rounds({
        ...sceneOf(service),
        breakIt: () =>
          (faulty.fault = (sql) => {
            if (sql === 'commit') throw sqliteError('SQLITE_IOERR_FSYNC');
          }),
        mendIt: () => (faulty.fault = null),
      });
      expectOutages(service, ROUNDS);
      await service.close();
      expectStored(file, acknowledged);
    } finally {
      faulty.undo();
    }
  });

  it(`reports errors: writes continue as soon as it recovers, ${ROUNDS} times`, async () => {
    const folder = await newFolder();
    const started = start(folder, { ADMIN_PASSWORD: 'correct horse battery' });
    const url = await started.url;
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(started.process.pid), `--fsize=${bytes}:unlimited`]);
    const send = async (path: string, body: unknown, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    const { body } = await send('/api/admin/login', { password: 'correct horse battery' });
    const acknowledged = await rounds({
      write: async (id) => (await send('/api/posts', post(id), body['token'])).status,
      read: async (path) => (await fetch(url + path)).status,
      // The kernel returns EFBIG, which SQLite reports as SQLITE_IOERR_WRITE.
      breakIt: () => limit('4096'),
      mendIt: () => limit('unlimited'),
    });
    started.process.kill('SIGTERM');
    expect(await started.ended).to.equal(0);
    const away = started
      .output()
      .split('\n')
      .filter((line) => line.includes('the database is away: The database '));
    expect(away).to.have.length(ROUNDS);
    expectStored(`${folder}/data/blog.db`, acknowledged);
  });

  it('becomes read-only: writes are 503, /readyz too, and reads continue', async function () {
    const disk = loopDisk(this, 32);
    const service = await startTestService({ name: 'SQLite', freshUrl: async () => `sqlite:${disk.folder}/blog.db` });
    const { write, read } = sceneOf(service);
    try {
      expect(await write('kept')).to.equal(201);
      remount(disk.folder, 'abort');
      for (let time = 0; time < 3; time++) expect(await write(`lost-${time}`)).to.equal(503);
      expect(await read('/readyz')).to.equal(503);
      for (const path of ['/healthz', '/api/posts?page=1', '/']) expect(await read(path), path).to.equal(200);
    } finally {
      await service.close();
      disk.remove();
    }
  });
});
