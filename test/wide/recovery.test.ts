import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { parse, stringify } from 'yaml';

import { runOctavo, type Outcome } from '../support/cli.ts';
import { expectRefusal } from '../support/comments.ts';
import { databaseKinds, type DatabaseKind } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { createCluster, type PostgresCluster } from '../support/postgres-cluster.ts';
import { program } from '../support/programs.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { uploaded } from '../support/uploads.ts';

const run = promisify(execFile);

/** The commands of a section of docs/operating.md, block by block. */
function commandsOf(title: string): string[] {
  const [, section = ''] = readFileSync('docs/operating.md', 'utf8').split(`#### ${title}\n`);
  return [...section.split(/^##/m)[0]!.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** Octavo in `/var/lib/octavo` of a folder, with commands of the documentation. */
interface Blog {
  env: Record<string, string>;
  /** Starts the service, with the administrator's session. */
  start(): Promise<TestService>;
  octavo(...args: string[]): Promise<Outcome>;
}

async function openBlog(kind: DatabaseKind, state: string, databaseUrl: string): Promise<Blog> {
  const env = { DATABASE_URL: databaseUrl, MEDIA_URL: `file:${state}/media`, BACKUP_DIR: `${state}/backups` };
  return {
    env,
    start: () => startTestService(kind, env),
    octavo: (...args) => runOctavo(args, '', { PATH: process.env['PATH'] ?? '', ...env }),
  };
}

const idsOf = async (service: TestService): Promise<string[]> =>
  (await service.call('GET', '/api/posts')).body.posts.map(({ id }: { id: string }) => id).toSorted();
const write = (service: TestService, id: string) => service.admin('POST', '/api/posts', { id, title: id });
const cursorOf = async (service: TestService): Promise<string> =>
  (await service.call('GET', '/api/changes')).body.cursor;

/** Writes a post and a file, and makes a backup: the state at the time of the recovery. */
async function writeBefore({ start, octavo }: Blog, service?: TestService) {
  const running = service ?? (await start());
  await write(running, 'before');
  const file = await uploaded(running, await picture(20, 20).png().toBuffer());
  expect((await octavo('backup')).stderr).to.equal('');
  return { service: running, file };
}

async function writeAfter(service: TestService, file: { id: string }): Promise<string> {
  expect((await service.admin('DELETE', '/api/posts/before')).status).to.equal(200);
  expect((await service.admin('DELETE', `/api/media/${file.id}`)).status).to.equal(200);
  await write(service, 'after');
  return cursorOf(service);
}

/** Expects the state at the time of the recovery, with its files; later cursors are refused (K11). */
async function expectRecovered(service: TestService, file: { url: string }, cursor: string): Promise<void> {
  expect(await idsOf(service)).to.deep.equal(['before']);
  expect((await fetch(service.url + new URL(file.url, service.url).pathname)).status).to.equal(200);
  expectRefusal(await service.call('GET', `/api/changes?after=${cursor}`), 410, 'CURSOR_EXPIRED');
  expect(service.logged.map(({ event }) => event)).to.include('restore');
}

describe('recovery to a time: SQLite and Litestream', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  // docs/interface.md, D16
  it('works with the commands of docs/operating.md', async function () {
    const litestreamFolder = litestreamFolderOf() ?? skip(this, 'there is no Litestream for this platform');
    const path = `${litestreamFolder}:${process.env['PATH']}`;
    const folder = await newFolder();
    const state = join(folder, 'octavo');
    await mkdir(state);
    const config = join(folder, 'litestream.yml');
    await writeFile(config, intoFolder(join(folder, 'replica')).replaceAll('/var/lib/octavo', state));
    const replicate = () => {
      const child = spawn(join(litestreamFolder, 'litestream'), ['replicate', '-config', config], { stdio: 'ignore' });
      children.push(child);
      return child;
    };
    /** Whether a recovery to the present has a post. */
    const isReplicated = async (id: string) => {
      const copy = join(folder, 'look.db');
      await rm(copy, { force: true });
      const made = await run(join(litestreamFolder, 'litestream'), [
        ...['restore', '-config', config, '-o', copy, `${state}/blog.db`],
      ]).catch(() => null);
      if (!made) return false;
      const database = new BetterSqlite3(copy);
      const found = database.prepare('select 1 from posts where slug = ?').get(id);
      database.close();
      return found !== undefined;
    };

    const blog = await openBlog(databaseKinds[0]!, state, `sqlite:${state}/blog.db`);
    const service = await blog.start();
    let litestream = replicate();
    const { file } = await writeBefore(blog, service);
    await until(() => isReplicated('before'));
    const time = Math.ceil(Date.now() / 1000) * 1000;
    await until(() => Date.now() > time);
    const cursor = await writeAfter(service, file);
    await until(() => isReplicated('after'));
    const systemctl: Systemctl = async (action, unit) => {
      if (unit === 'octavo') return action === 'stop' ? service.close() : undefined;
      if (action === 'start') litestream = replicate();
      else if (litestream.kill('SIGTERM')) await once(litestream, 'exit');
    };
    for (const block of commandsOf('SQLite, with Litestream')) {
      const script = block
        .replaceAll('/var/lib/octavo', state)
        .replaceAll('/etc/litestream.yml', config)
        .replace('2026-03-01T12:00:00Z', new Date(time).toISOString().replace('.000', ''));
      await runScript(script, systemctl, (part) => bash(part, { PATH: path, ...blog.env }));
    }
    const recovered = await blog.start();
    try {
      await expectRecovered(recovered, file, cursor);
      await write(recovered, 'since');
      await until(() => isReplicated('since'));
    } finally {
      await recovered.close();
    }
  });
});

/** Where the package has the program; a wrapper of its own would not pass signals on. */
function litestreamFolderOf(): string | null {
  const name = `@flydotio/litestream-${process.platform}-${process.arch}/package.json`;
  try {
    return dirname(createRequire(import.meta.url).resolve(name));
  } catch {
    return null;
  }
}

/** deploy/litestream.yml with a folder in place of the bucket. */
function intoFolder(path: string): string {
  const config = parse(readFileSync('deploy/litestream.yml', 'utf8')) as { dbs: { replicas: object[] }[] };
  for (const { replicas } of config.dbs) Object.assign(replicas[0]!, { type: 'file', path, bucket: '', endpoint: '' });
  return stringify(config);
}

const postgres = databaseKinds.find(({ name }) => name === 'PostgreSQL');
if (postgres)
  describe('recovery to a time: PostgreSQL, base backup and WAL', () => {
    let cluster: PostgresCluster;
    before(async function () {
      cluster = await createCluster(this);
    });
    after(() => cluster?.remove());

    // docs/interface.md, D16
    it('works with the commands of docs/operating.md', async () => {
      const state = await newFolder();
      const [archive, restart, base, stop, recover, start] = commandsOf(
        'PostgreSQL, with a base backup and WAL archiving',
      );
      const blog = await openBlog(postgres, state, cluster.url);
      const service = await blog.start();
      let time = '';
      const systemctl: Systemctl = async (action, unit) => {
        if (unit === 'postgresql') return cluster.control(action);
        if (action === 'stop') await service.close();
      };
      const adapted = (script = '') =>
        script
          .replaceAll('/var/lib/octavo', state)
          .replaceAll('/var/backups/postgres', `${cluster.folder}/archive`)
          .replaceAll('/var/lib/postgresql/15', cluster.folder)
          .replaceAll('2026-03-01 12:00:00+00', time)
          .replaceAll('runuser -u postgres -- ', '');
      const asPostgres = (script?: string) => cluster.shell(adapted(script));
      const asRoot = (script?: string) =>
        runScript(adapted(script), systemctl, (part) => bash(part, { ...blog.env, ...cluster.env }));

      await asPostgres(archive);
      await asRoot(restart);
      await asPostgres(base);
      const { file } = await writeBefore(blog, service);
      time = (await cluster.shell(`psql -Atc 'select clock_timestamp()'`)).trim();
      const cursor = await writeAfter(service, file);
      expect((await blog.octavo('recovered')).stderr).to.equal('The database is in use; stop the service first.\n');
      await asRoot(stop);
      await asPostgres(recover);
      await asRoot(start);
      const recovered = await blog.start();
      try {
        await expectRecovered(recovered, file, cursor);
      } finally {
        await recovered.close();
      }
    });
  });

type Systemctl = (action: 'start' | 'stop' | 'restart', unit: string) => Promise<void>;

/** Runs a script. There is no systemd in tests, so its lines with `systemctl` call a function. */
async function runScript(
  script: string,
  systemctl: Systemctl,
  shell: (part: string) => Promise<unknown>,
): Promise<void> {
  for (const part of script.split(/^(?=systemctl)|(?<=^systemctl.*\n)/m)) {
    const [, action, unit] = /^systemctl (start|stop|restart) (\w+)$/m.exec(part) ?? [];
    if (unit === undefined) await shell(part);
    else await systemctl(action as 'start', unit);
  }
}

/** Runs a script in bash, without the startup file that bash reads when its input is a socket. */
function bash(script: string, env: Record<string, string>): Promise<unknown> {
  const octavo = `octavo() { '${process.execPath}' '${program('bin/octavo')}' "$@"; }`;
  return run('bash', ['--norc', '-ec', `${octavo}\n${script}`], { env });
}
