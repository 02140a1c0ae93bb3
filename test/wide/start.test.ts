import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { expectNothingInside } from '../support/http.ts';
import { freePort } from '../support/redis.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, lineOf, start } from '../support/started.ts';

const PASSWORD_LINE = /\b([a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4})\b/;

async function login(url: string, password: string): Promise<{ status: number; mustChange?: boolean }> {
  const body = JSON.stringify({ password });
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return { status: answer.status, ...((await answer.json()) as { mustChange?: boolean }) };
}

describe('start', () => {
  after(cleanUp);

  // docs/interface.md, H20
  it('stops in order from its first response on', async () => {
    const port = await freePort();
    const service = start(await newFolder(), { PORT: String(port) });
    void service.url.catch(() => undefined);
    // The request waits for the start as soon as the port is bound.
    const ask = () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    while (!(await ask())?.ok) await setImmediate();
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
  });

  // docs/interface.md, A6
  it('serves, and prints its URL and a generated password once; the second start prints none', async () => {
    const folder = await newFolder();
    const first = start(folder);
    const url = await first.url;
    const password = PASSWORD_LINE.exec(await lineOf(first, PASSWORD_LINE))?.[1] ?? '';
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    expect(await login(url, password)).to.include({ status: 200, mustChange: true });
    first.process.kill('SIGTERM');
    expect(await first.ended).to.equal(0);
    expect(first.output().split(password)).to.have.length(2);
    expect(first.output().split('Octavo serves')).to.have.length(2);
    for (const line of first.output().split('\n')) if (line.startsWith('{')) expect(line).to.not.include(password);
    expect(first.errors()).to.equal('');

    const second = start(folder);
    const again = await second.url;
    expect((await login(again, password)).status).to.equal(200);
    second.process.kill('SIGTERM');
    expect(await second.ended).to.equal(0);
    expect(second.output()).to.not.match(PASSWORD_LINE);
  });

  // docs/interface.md, A7
  it('uses ADMIN_PASSWORD only if there is no administrator', async () => {
    const folder = await newFolder();
    for (const [given, good] of [
      ['chosen one', 'chosen one'],
      ['another one', 'chosen one'],
    ] as const) {
      const started = start(folder, { ADMIN_PASSWORD: given });
      const url = await started.url;
      await lineOf(started, /no site address/);
      expect(await login(url, good)).to.include({ status: 200, mustChange: false });
      if (given !== good) expect((await login(url, given)).status).to.equal(401);
      started.process.kill('SIGTERM');
      expect(await started.ended).to.equal(0);
      expect(started.output()).to.not.match(PASSWORD_LINE).and.not.include(given);
    }
  });

  it('does not allow others to set the first password, however early', async () => {
    const port = await freePort();
    const started = start(await newFolder(), { ADMIN_PASSWORD: 'chosen one', PORT: String(port) });
    const setUp = () =>
      fetch(`http://127.0.0.1:${port}/api/admin/setup`, {
        method: 'POST',
        body: JSON.stringify({ password: 'somebody else' }),
        headers: { 'content-type': 'application/json' },
      }).catch(() => null);
    let answer = await setUp();
    while (!answer && started.process.exitCode === null) answer = await setUp();
    expect(answer?.status).to.equal(409);
    expect(await login(await started.url, 'chosen one')).to.include({ status: 200 });
    started.process.kill('SIGTERM');
    await started.ended;
  });

  // docs/interface.md, A5
  it('generates no password with SETUP_KEY, and waits for the set-up', async () => {
    const key = 'the setup key';
    const started = start(await newFolder(), { SETUP_KEY: key });
    const url = await started.url;
    await lineOf(started, /no site address/);
    expect(started.output()).to.not.match(PASSWORD_LINE);
    const setUp = (headers: Record<string, string>) =>
      fetch(`${url}/api/admin/setup`, {
        method: 'POST',
        body: '{"password":"long enough"}',
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await setUp({})).status).to.equal(403);
    expect((await setUp({ 'x-setup-key': key })).status).to.equal(201);
    expect((await setUp({ 'x-setup-key': key })).status).to.equal(409);
    expect(started.output()).to.not.include(key);
  });

  it('reads .env, also as Windows saves it; the environment overrides it', async () => {
    const folder = await newFolder();
    await writeFile(
      join(folder, '.env'),
      '\ufeffDATABASE_URL=sqlite:./from-file.db\r\nADMIN_PASSWORD="from the file"\r\nPORT=1\r\n',
    );
    const started = start(folder);
    const url = await started.url;
    await lineOf(started, /no site address/);
    expect((await login(url, 'from the file')).status).to.equal(200);
    expect(new BetterSqlite3(join(folder, 'from-file.db'), { fileMustExist: true }).open).to.equal(true);
  });

  it('serves with one process, whatever the value of WORKERS, and explains the alternative', async () => {
    const started = start(await newFolder(), { WORKERS: '3' });
    const url = await started.url;
    const { pid } = started.process;
    expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).to.equal('');
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    const warning = await lineOf(started, /WORKERS/);
    expect(warning).to.match(/"level":40.*WORKERS=3 is obsolete.*PostgreSQL and several instances.*docs\/scaling\.md/);
    started.process.kill('SIGTERM');
    expect(await started.ended).to.equal(0);
    expect(started.output().split('WORKERS')).to.have.length(2);
    expect(started.errors()).to.equal('');
  });

  it('discloses no internals, also with NODE_ENV=development', async () => {
    const started = start(await newFolder(), { NODE_ENV: 'development' });
    const url = await started.url;
    for (const path of [
      '/api/posts?page=0',
      '/trpc/posts.get?input={}',
      '/trpc/none',
      '/api/none',
      '/trpc/posts.get',
    ]) {
      const text = await (await fetch(url + path)).text();
      expectNothingInside(text);
      expect(text).to.not.include('stack');
    }
  });
});

describe('a failing start', function () {
  after(cleanUp);

  /** Expects exit code 1 and exactly these lines on stderr: no stack, no JSON. */
  async function expectRefusal(cwd: string, env: Record<string, string>, ...lines: RegExp[]): Promise<void> {
    const started = start(cwd, env);
    started.url.catch(() => undefined);
    expect(await started.ended, started.errors()).to.equal(1);
    const errorLines = started.errors().trimEnd().split('\n');
    expect(errorLines, started.errors()).to.have.length(lines.length);
    for (const [at, line] of lines.entries()) expect(errorLines[at]).to.match(line).and.match(/\.$/);
    expect(started.output()).to.not.match(/Octavo serves|first password/);
  }

  it('reports each invalid variable in one line', async () => {
    const env = { PORT: 'http', DATABASE_URL: 'mysql://u:secret@h/d', LOG_LEVEL: 'loud' };
    await expectRefusal(await newFolder(), env, /^PORT must/, /^DATABASE_URL must(?!.*secret)/, /^LOG_LEVEL must/);
  });

  it('reports that the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    const port = await new Promise<number>((resolve) => {
      server.on('listening', () => resolve((server.address() as AddressInfo).port));
    });
    await expectRefusal(await newFolder(), { PORT: String(port) }, new RegExp(`^Port ${port} .*in use.*PORT`));
    server.close();
  });

  for (const host of ['203.0.113.1', 'no-such-host.invalid', 'not a host', '999.1.1.1']) {
    it(`reports that HOST=${host} is not an address of this machine`, async () => {
      await expectRefusal(await newFolder(), { HOST: host }, /HOST/);
    });
  }

  it('reports that PostgreSQL does not respond, without the password', async () => {
    const env = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/blog' };
    await expectRefusal(await newFolder(), env, /^(?!.*secret).*127\.0\.0\.1:1.*DATABASE_URL/);
  });

  it('reports a database file that cannot be written, cannot be opened or is not a database', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'folder.db'));
    await writeFile(join(folder, 'text.db'), 'This is no database, but a text that is long enough. '.repeat(99));
    await writeFile(join(folder, 'file'), '');
    for (const place of ['folder.db', 'text.db', 'file/blog.db']) {
      const [file = ''] = place.split('/blog');
      await expectRefusal(folder, { DATABASE_URL: `sqlite:${place}` }, new RegExp(`${file} .*DATABASE_URL`));
    }
  });

  it('reports a database that is newer than the program, and does not change it', async () => {
    const folder = await newFolder();
    const started = start(folder);
    await started.url;
    await lineOf(started, PASSWORD_LINE);
    started.process.kill('SIGTERM');
    await started.ended;
    const database = new BetterSqlite3(join(folder, 'data', 'blog.db'));
    database.prepare(`insert into schema_migrations (name, applied_at) values ('9999-future', 0)`).run();
    await expectRefusal(folder, {}, /9999-future.*version/);
    expect(database.prepare('select count(*) as n from administrators').get()).to.deep.equal({ n: 1 });
    database.close();
  });

  it('reports that .env cannot be read', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, '.env'));
    await expectRefusal(folder, {}, /\.env cannot be read/);
  });

  it('reports that .env is not UTF-8 text, as PowerShell writes it', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, '.env'), '\ufeffDATABASE_URL=sqlite:./from-file.db\r\n', 'utf16le');
    await expectRefusal(folder, {}, /\.env is not UTF-8 text; save it as UTF-8\./);
  });
});
