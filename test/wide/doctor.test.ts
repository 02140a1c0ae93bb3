import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect } from 'chai';
import BetterSqlite3 from 'better-sqlite3';

import { newFolder } from '../support/run.ts';
import { openTerminal, type Terminal } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { fillBlog, makeNewer, makeOlder, migrated, withDatabase } from '../support/stored.ts';

describe('octavo doctor', function () {
  let terminal: Terminal;
  before(async () => {
    terminal = await openTerminal();
    await fillBlog(terminal.service);
    await chmod(fileOf(terminal.databaseUrl), 0o600);
  });
  after(() => terminal?.close());

  const doctor = (env: Record<string, string>) => terminal.run(['doctor'], { env });
  /** The lines about a subject, as level and text. */
  const linesAbout = async (about: string, env: Record<string, string>): Promise<string[]> => {
    const { stdout } = await doctor(env);
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) expect(line).to.match(/^(ok     |warning|problem)  [a-z ]{13}  [^ ].*[^ ]$/);
    return lines
      .filter((line) => line.slice(9, 22).trim() === about)
      .map((line) => `${line.slice(0, 7).trim()}: ${line.slice(24)}`);
  };

  it('finds no problem with a running service', async () => {
    const env = { DATABASE_URL: terminal.databaseUrl, SITE_URL: 'https://blog.example' };
    const { code, stdout, stderr } = await doctor(env);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const abouts = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(9, 22).trim());
    expect(abouts).to.deep.equal([
      'configuration',
      'file',
      'disk',
      'database',
      'migrations',
      'pragmas',
      'integrity',
      'site address',
      'client ip',
      'administrator',
      'uploads',
      'backups',
      'service',
      'redis',
      'mail',
      'clock',
    ]);
    expect(stdout).to.not.match(/^problem/m);
    expect(stdout).to.include('https://blog.example, from SITE_URL');
    const { ok, findings } = await terminal.json(['doctor'], { env });
    expect(ok).to.equal(true);
    expect(findings.map(({ about }: { about: string }) => about)).to.deep.equal(abouts);
  });

  it('reports all invalid variables, and exits with 1', async () => {
    const { code, stdout, stderr } = await doctor({ PORT: 'http', SITE_URL: 'https://me:hunter2@blog.example' });
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: 'There are 2 problems.\n' });
    expect(stdout).to.match(/^problem +configuration +PORT must .*\nproblem +configuration +SITE_URL must /);
    expect(stdout).to.not.include('hunter2');
  });

  it('names the origins in CORS_ORIGINS, those that anyone could have, and an invalid pattern', async () => {
    const lines = (CORS_ORIGINS: string) =>
      linesAbout('cors origins', { DATABASE_URL: terminal.databaseUrl, CORS_ORIGINS });
    expect(await lines('')).to.deep.equal([]);
    expect(await lines('https://app.example, https://*.sites.example')).to.deep.equal([
      'ok: Pages of https://app.example, https://*.sites.example may read and comment.',
    ]);
    const [shared] = await lines('https://mine.netlify.app, https://*.netlify.app');
    expect(shared).to.match(/^warning: .* Anyone can get a subdomain of https:\/\/\*\.netlify\.app; name your own/);
    expect(await linesAbout('configuration', { CORS_ORIGINS: 'https://*' })).to.deep.equal([
      'problem: CORS_ORIGINS must hold origins such as https://app.example, or https://*.app.example for all subdomains.',
    ]);
  });

  it('reports WORKERS as obsolete, which is no problem', async () => {
    const env = { DATABASE_URL: terminal.databaseUrl, SITE_URL: 'https://blog.example' };
    const [, four] = await linesAbout('configuration', { ...env, WORKERS: '4' });
    expect(four).to.match(/^warning: WORKERS is obsolete: .*PostgreSQL and several instances.* Remove the variable\.$/);
    const [, one] = await linesAbout('configuration', { ...env, WORKERS: '1' });
    expect(one).to.equal('warning: WORKERS is obsolete: one process serves. Remove the variable.');
    expect((await doctor({ ...env, WORKERS: '4' })).code).to.equal(0);
  });

  it('finds misspelt variables, a theme that is none, a site address without TLS, and backups that are missing or old', async () => {
    const env = { DATABASE_URL: terminal.databaseUrl, SITE_URL: 'http://blog.invalid' };
    const theme = join(terminal.folder, 'theme');
    await mkdir(join(theme, 'parts'), { recursive: true });
    await writeFile(join(theme, 'style.css'), '');
    const [, misspelt, ...others] = await linesAbout('configuration', { ...env, BACKUP_DRI: '/x', REDIS_URI: 'x' });
    expect(misspelt).to.equal('warning: BACKUP_DRI is not a variable of Octavo; did you mean BACKUP_DIR?');
    expect(others).to.deep.equal(['warning: REDIS_URI is not a variable of Octavo; did you mean REDIS_URL?']);
    // The unit and the image set these, so that what is misspelt beside them would have no effect.
    const both = { ...env, BACKUP_DIR: '/x', BACKUP_DRI: '/y', HOST: '127.0.0.1', HOTS: '0.0.0.0' };
    expect((await linesAbout('configuration', both)).slice(1)).to.have.members([
      'warning: BACKUP_DRI is not a variable of Octavo; did you mean BACKUP_DIR?',
      'warning: HOTS is not a variable of Octavo; did you mean HOST?',
    ]);
    const themes = (THEME_DIR: string) => linesAbout('theme', { ...env, THEME_DIR });
    expect((await themes(join(terminal.folder, 'none')))[0]).to.match(
      /^problem: THEME_DIR names \S+none, which is not a folder; /,
    );
    expect((await themes(theme))[0]).to.match(/^warning: THEME_DIR names \S+theme, which has no template of the site /);
    await writeFile(join(theme, 'parts/entry.liquid'), '');
    expect(await themes(theme)).to.deep.equal([]);
    expect((await linesAbout('site address', env))[0]).to.match(
      /^warning: http:\/\/blog\.invalid, from SITE_URL, has no TLS: /,
    );

    const BACKUP_DIR = join(terminal.folder, 'kept');
    const backups = (more = {}) => linesAbout('backups', { ...env, BACKUP_DIR, ...more });
    expect((await backups({ BACKUP_DIR: '' }))[0]).to.match(
      /^warning: None are made by the service; set BACKUP_DIR or BACKUP_S3/,
    );
    expect((await backups())[0]).to.match(/^warning: \S+kept has none yet; /);
    await mkdir(BACKUP_DIR);
    await writeFile(join(BACKUP_DIR, 'octavo-20260101-000000.db.gz'), '');
    expect((await backups())[0]).to.match(
      /^problem: The newest backup in \S+kept is octavo-20260101-000000\.db\.gz, \d+ h old: too old; /,
    );
    const s3 = {
      BACKUP_DIR: '',
      BACKUP_S3: 's3://backups?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
    };
    expect((await backups(s3))[0]).to.match(
      /^problem: s3:\/\/backups cannot be read: .*; correct BACKUP_DIR, or BACKUP_S3 and its keys\.$/,
    );
    expect((await backups({ ...s3, AWS_ACCESS_KEY_ID: '' }))[0]).to.match(
      /^problem: s3:\/\/backups cannot be read: BACKUP_S3 names S3, which needs /,
    );
  });

  it('never prints a password or a key', async () => {
    const secrets = {
      REDIS_URL: 'redis://me:hunter2@127.0.0.1:1',
      ADMIN_PASSWORD: 'hunter2hunter2',
      SETUP_KEY: 'hunter2hunter2',
      METRICS_TOKEN: 'hunter2hunter2',
    };
    for (const DATABASE_URL of [
      'postgres://me:hunter2@127.0.0.1:1/blog',
      'postgres://me@127.0.0.1:1/blog?password=hunter2',
      terminal.databaseUrl,
    ]) {
      const { code, stdout, stderr } = await doctor({ ...secrets, DATABASE_URL });
      expect(code).to.equal(1);
      expect(stdout + stderr).to.not.include('hunter2');
      expect(stdout).to.match(
        /^problem +redis +127\.0\.0\.1:1 cannot be used \(ECONNREFUSED\); start it, or correct REDIS_URL\.$/m,
      );
    }
  });

  it('gives up on a Redis that does not respond, and repeats no password from its errors', async () => {
    const answers = { '': 'Command timed out', "-ERR unknown command 'AUTH', with args: 'hunter2'\r\n": 'ERR' };
    for (const [answer, reason] of Object.entries(answers)) {
      const server = createServer((socket) => socket.on('error', () => {}).on('data', () => socket.write(answer)));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const env = { DATABASE_URL: terminal.databaseUrl, REDIS_URL: `redis://me:hunter2@127.0.0.1:${port}` };
      expect(await linesAbout('redis', env)).to.deep.equal([
        `problem: 127.0.0.1:${port} cannot be used (${reason}); start it, or correct REDIS_URL.`,
      ]);
      server.close();
    }
  });

  it('reports a missing database, and creates none', async () => {
    const file = join(terminal.folder, 'no', 'such', 'blog.db');
    const env = { DATABASE_URL: `sqlite:${file}` };
    expect(await linesAbout('database', env)).to.deep.equal([
      `warning: There is no database ${file} yet; the next start creates it. If it should exist, correct DATABASE_URL.`,
    ]);
    await rm(join(terminal.folder, 'no'), { recursive: true }).then(
      () => expect.fail('a folder was made'),
      () => undefined,
    );
  });

  it('reports what a killed restore has left in place of the database', async () => {
    const file = join(await newFolder(), 'blog.db');
    const kept = `${file}.replaced-20260301-120000`;
    for (const name of [kept, `${kept}-wal`]) await writeFile(name, '');
    expect(await linesAbout('database', { DATABASE_URL: `sqlite:${file}` })).to.deep.equal([
      `problem: There is no database ${file}, but a restore has left ${kept}, ${kept}-wal: run octavo restore again, or rename ${kept} to ${file} and ${kept}-wal to ${file}-wal; for an empty blog, move what is left to another folder.`,
    ]);
  });

  it('checks the permissions of the file', async () => {
    const folder = join(terminal.folder, 'rights');
    const file = join(folder, 'blog.db');
    const env = { DATABASE_URL: `sqlite:${file}` };
    await mkdir(folder);
    await chmod(folder, 0o755);
    await migrated(env.DATABASE_URL);
    for (const [mode, beginning] of [
      [0o600, 'ok: '],
      [0o640, 'ok: '],
      [0o644, `warning: Every user of this machine can read ${file}`],
      [0o666, `problem: Every user of this machine can write ${file}`],
    ] as const) {
      await chmod(file, mode);
      const [line] = await linesAbout('file', env);
      expect(line).to.match(new RegExp(`^${beginning}`));
    }
    await chmod(file, 0o600);
    await writeFile(`${file}-wal`, '');
    await chmod(`${file}-wal`, 0o644);
    expect((await linesAbout('file', env))[0]).to.match(
      new RegExp(
        `^warning: Every user of this machine can read ${file}-wal and its secrets; run: chmod 600 ${file}-wal$`,
      ),
    );
    await chmod(folder, 0o700);
    expect((await linesAbout('file', env))[0]).to.match(/^ok: /);
  });

  it('finds corruption, and rows whose parent is missing', async () => {
    const file = join(terminal.folder, 'stray.db');
    const env = { DATABASE_URL: `sqlite:${file}` };
    await migrated(env.DATABASE_URL);
    const driver = new BetterSqlite3(file);
    driver.pragma('foreign_keys = off');
    driver.exec(`insert into redirects values ('/old', 99)`);
    driver.close();
    expect(await linesAbout('integrity', env)).to.deep.equal([
      'problem: 1 row of redirects with invalid foreign keys; restore a backup: stop the service and run octavo restore --force <backup>.',
    ]);
    await writeFile(file, 'no database, but long enough to be looked at '.repeat(30));
    expect((await linesAbout('database', env))[0]).to.match(/^problem: The database \S+ is not an SQLite database; /);
    expect((await doctor(env)).code).to.equal(1);
  });

  it('reports a generated password that was never changed, and a missing site address', async () => {
    const env = { DATABASE_URL: await databaseKinds[0]!.freshUrl() };
    await migrated(env.DATABASE_URL);
    expect((await linesAbout('administrator', env))[0]).to.match(/^warning: Not set up; the next start creates one/);
    expect((await linesAbout('site address', env))[0]).to.match(/^warning: Not set: .* set SITE_URL\.$/);
    await withDatabase(env.DATABASE_URL, async ({ kysely }) => {
      const administrator = { key: 1, password: 'x', must_change: 1, updated_at: '' };
      await kysely.insertInto('administrators').values(administrator).execute();
      await kysely.insertInto('settings').values({ name: 'siteUrl', value: '"https://set.example"' }).execute();
    });
    expect((await linesAbout('administrator', env))[0]).to.match(/^warning: The first password was never changed/);
    expect(await linesAbout('site address', env)).to.deep.equal(['ok: https://set.example, from the settings.']);
  });

  it('reports times in the future', async () => {
    const env = { DATABASE_URL: await databaseKinds[0]!.freshUrl() };
    await migrated(env.DATABASE_URL);
    await withDatabase(env.DATABASE_URL, async ({ kysely }) => {
      const texts = { author: 'a', content: 'b', search_text: 'b', status: 'approved' as const };
      const comment = {
        ...texts,
        id: 'c-1',
        section: 'gb-note' as const,
        depth: 1,
        created_at: '2999-01-01T00:00:00.000Z',
      };
      await kysely.insertInto('comments').values(comment).execute();
    });
    expect((await linesAbout('clock', env)).join('\n')).to.match(
      /^warning: The newest post or comment is dated 2999-01-01T/,
    );
  });

  for (const kind of databaseKinds) {
    it(`reports the migration state of the tables (${kind.name})`, async () => {
      const env = { DATABASE_URL: await kind.freshUrl() };
      await withDatabase(env.DATABASE_URL, ({ ping }) => ping());
      const migrations = async () => (await linesAbout('migrations', env))[0];
      expect(await migrations()).to.equal('warning: There are no Octavo tables yet; the next start creates them.');
      await migrated(env.DATABASE_URL);
      expect(await migrations()).to.equal('ok: The tables are up to date.');
      await makeOlder(env.DATABASE_URL);
      expect(await migrations()).to.match(/^warning: The next start runs \d{4}-[a-z-]+; make a backup first\.$/);
      await makeNewer(env.DATABASE_URL);
      expect(await migrations()).to.equal(
        'problem: This version does not know 9999-later; install the newer version again.',
      );
    });
  }

  for (const kind of databaseKinds.filter(({ name }) => name === 'PostgreSQL')) {
    it('checks the settings of PostgreSQL', async () => {
      const env = { DATABASE_URL: await kind.freshUrl() };
      await migrated(env.DATABASE_URL);
      expect((await linesAbout('encoding', env))[0]).to.match(/^ok: PostgreSQL \S+.* stores text as UTF-8\.$/);
      const [durability] = await linesAbout('durability', env);
      expect(durability).to.match(/^(ok: Acknowledged writes are on disk|warning: .*fsync.* is off: a crash can lose)/);
      expect((await linesAbout('database', env))[0]).to.not.include(
        new URL(env.DATABASE_URL).password || 'no password',
      );
    });
  }
});

function fileOf(url: string): string {
  return url.slice('sqlite:'.length);
}
