import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';

import { requireRoom } from '../../server/background/backup/room.ts';
import { runOctavo } from '../support/cli.ts';
import { databaseKinds, type DatabaseKind } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { newFolder } from '../support/run.ts';
import { openS3 } from '../support/s3.ts';
import { EXAMPLE_KEYS, openSignedS3 } from '../support/signed-s3.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { smallDisk } from '../support/small-disk.ts';
import { cleanUp, start } from '../support/started.ts';
import { fillBlog, storedIn, withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { uploaded, withSizes } from '../support/uploads.ts';

const HOUR = 3_600_000;
const [sqlite] = databaseKinds as [DatabaseKind];

type Place = { env: Record<string, string>; folder: string | null; close(): Promise<unknown> };

async function openFolderPlace(): Promise<Place> {
  const folder = join(await newFolder(), 'backups');
  return { env: { BACKUP_DIR: folder }, folder, close: () => Promise.resolve() };
}

async function openBucketPlace(): Promise<Place> {
  const { env, close } = await openS3();
  const { MEDIA_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = env;
  return {
    env: {
      BACKUP_S3: MEDIA_URL,
      BACKUP_AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID!,
      BACKUP_AWS_SECRET_ACCESS_KEY: AWS_SECRET_ACCESS_KEY!,
    },
    folder: null,
    close,
  };
}

const cases: [kind: DatabaseKind, place: string, open: () => Promise<Place>][] = [
  ...databaseKinds.map((kind): [DatabaseKind, string, () => Promise<Place>] => [kind, 'a folder', openFolderPlace]),
  [sqlite, 'S3', openBucketPlace],
];

for (const [kind, name, open] of cases) {
  describe(`backups of ${kind.name} in ${name}`, () => {
    let service: TestService;
    let place: Place;
    let env: Record<string, string>;
    before(async () => {
      place = await open();
      env = {
        DATABASE_URL: await kind.freshUrl('administrator'),
        MEDIA_URL: `file:${await newFolder()}`,
        BACKUP_EVERY: '1h',
        BACKUP_KEEP: '2',
        METRICS_TOKEN: 'metrics-token',
        ...place.env,
      };
      service = await startTestService(kind, env);
    });
    after(async () => {
      await service?.close();
      await place?.close();
    });

    const octavo = (args: string[], more: Record<string, string> = {}) =>
      runOctavo(args, '', { PATH: process.env['PATH'] ?? '', ...env, ...more });
    const health = async () => (await service.admin('GET', '/api/admin/health')).body;
    /** Waits for the backup that began now. */
    const made = async () => {
      const now = new Date(service.clock.now()).toISOString();
      await until(async () => (await health()).backup.lastAt === now);
      return health();
    };

    // docs/interface.md, D4, D8, D9, D11
    it('are made every hour, hold everything, and are restored to either engine', async () => {
      await made();
      await fillBlog(service);
      const { id } = await uploaded(service, await picture(400, 300).jpeg().toBuffer());
      await withSizes(service, id);
      await until(async () => {
        const { body } = await service.admin('GET', '/api/admin/jobs?state=waiting');
        return body.jobs.every(({ kind: one }: { kind: string }) => one === 'backup' || one === 'publish');
      });
      const { waiting } = (await service.admin('GET', '/api/admin/jobs')).body;
      for (let at = 0; at < 2; at++) {
        service.clock.advance(HOUR);
        const { backup, notices } = await made();
        expect(backup).to.deep.include({ ok: true, problem: null });
        expect(backup.bytes).to.be.above(0);
        expect(notices).to.not.include('BACKUP_OFF').and.to.not.include('BACKUP_FAILED');
      }
      expect((await service.admin('GET', '/api/admin/jobs')).body.waiting).to.equal(waiting);
      const stored = withoutJob(await storedIn(env['DATABASE_URL']!));
      service.clock.advance(90_000);
      const metrics = (await service.call('GET', '/metrics', { token: 'metrics-token' })).body as string;
      expect(metrics)
        .to.match(/^octavo_backup_age_seconds 90$/m)
        .and.to.match(/^octavo_backup_ok 1$/m);
      if (place.folder !== null) await expectTidy(place.folder);

      for (const target of databaseKinds) {
        const restored = {
          DATABASE_URL: await target.freshUrl(),
          MEDIA_URL: `file:${await newFolder()}`,
        };
        const { code, stdout, stderr } = await octavo(['restore', 'latest', '--json'], restored);
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
        const { uploads, older } = JSON.parse(stdout);
        expect(older).to.equal(false);
        expect(uploads).to.deep.include({ files: 2, copied: 2, missing: [] });
        expect(withoutJob(await storedIn(restored.DATABASE_URL))).to.deep.equal(stored);
      }
    });

    it('are made at once by the command, which names them', async () => {
      const { file, bytes } = JSON.parse((await octavo(['backup', '--json'])).stdout);
      expect(basename(file)).to.match(/^octavo-\d{8}-\d{6}\.db\.gz$/);
      expect(bytes).to.be.above(0);
      const { stdout } = await octavo(['doctor']);
      expect(stdout).to.match(
        /^ok {6} +backups +The newest backup in \S+ is octavo-\S+\.db\.gz, less than an hour old\.$/m,
      );
      const folder = await newFolder();
      await mkdir(join(folder, 'latest'));
      const target = { ...env, DATABASE_URL: await sqlite.freshUrl(), PATH: process.env['PATH'] ?? '' };
      expect((await runOctavo(['restore', 'latest'], '', target, folder)).stderr).to.equal('');
      const wrong = await octavo(['restore', 'octavo-20010101-000000.db.gz'], {
        DATABASE_URL: await sqlite.freshUrl(),
      });
      expect(wrong.stderr).to.match(
        /^There is no backup .*, and \S+ has no octavo-20010101-000000\.db\.gz: its newest one is \S+\.\n$/,
      );
    });

    if (kind.name === 'PostgreSQL') {
      // docs/interface.md, D8, D11
      it('are made once for several instances, and restored only to an empty database', async () => {
        const before = await readdir(place.folder!);
        const other = await startTestService(kind, env);
        try {
          const now = Math.max(service.clock.now(), other.clock.now()) + 2 * HOUR;
          for (const { clock } of [service, other]) clock.advance(now - clock.now());
          await made();
          const added = (await readdir(place.folder!)).filter((one) => !before.includes(one));
          expect(added).to.have.length(1);
        } finally {
          await other.close();
        }
        const { stderr } = await octavo(['restore', 'latest', '--force']);
        expect(stderr).to.match(/^The target postgres:\S+ is not empty: .*; choose an empty database\.\n$/);
      });
    }

    async function expectTidy(folder: string): Promise<void> {
      const names = (await readdir(folder)).toSorted();
      expect(names.slice(0, 1)).to.deep.equal(['.incoming']);
      expect(names.slice(-1)).to.deep.equal(['uploads']);
      const archives = names.slice(1, -1);
      expect(archives).to.have.length(2);
      expect(await readdir(join(folder, '.incoming'))).to.deep.equal([]);
      for (const archive of archives) {
        expect((await stat(join(folder, archive))).mode & 0o777).to.equal(0o600);
        const database = gunzipSync(await readFile(join(folder, archive)));
        expect(database.toString('latin1', 0, 15)).to.equal('SQLite format 3');
      }
      expect((await stat(folder)).mode & 0o777).to.equal(0o700);
    }
  });
}

describe('backups that cannot be made', () => {
  after(cleanUp);

  // docs/interface.md, D4, D10
  it('are reported, and nothing is written, when less than 1 GB would stay free', async function () {
    const disk = smallDisk(this, 20);
    const service = await startTestService(sqlite, { BACKUP_DIR: join(disk.folder, 'backups') });
    try {
      const health = async () => (await service.admin('GET', '/api/admin/health')).body;
      await until(async () => (await health()).backup.problem !== null);
      const { backup, notices } = await health();
      expect(backup).to.deep.include({ ok: false, lastAt: null, bytes: null });
      expect(backup.problem).to.match(
        /^No backup was made: of the disk of \S+ 0\.0 GB would stay free, and 1 GB must; .*\.$/,
      );
      expect(notices).to.include('BACKUP_FAILED');
      const failures = () => service.logged.filter(({ msg }) => msg === 'no backup was made').length;
      expect(failures()).to.equal(1);
      service.clock.advance(10 * 60_000);
      await until(() => failures() === 2);
      expect(await readdir(join(disk.folder, 'backups/.incoming'))).to.deep.equal([]);
    } finally {
      await service.close();
      disk.remove();
    }
  });

  // docs/interface.md, D8
  it('are not those whose predecessors cannot be deleted: the next one is due as usual', async () => {
    const s3 = await openSignedS3('uploads');
    s3.fault = 'keeps';
    const env = {
      DATABASE_URL: await sqlite.freshUrl('administrator'),
      BACKUP_S3: `s3://uploads?endpoint=${s3.url}`,
      BACKUP_EVERY: '1h',
      BACKUP_KEEP: '1',
      ...EXAMPLE_KEYS,
    };
    const service = await startTestService(sqlite, env);
    try {
      const health = async () => (await service.admin('GET', '/api/admin/health')).body;
      const made = () => service.logged.filter(({ msg }) => msg === 'a backup was made');
      await until(() => made().length === 1);
      service.clock.advance(HOUR);
      const now = new Date(service.clock.now()).toISOString();
      await until(async () => {
        const { lastAt, problem } = (await health()).backup;
        return lastAt === now || problem !== null;
      });
      expect((await health()).backup).to.include({ lastAt: now, ok: true, problem: null });
      expect((await health()).notices).to.not.include('BACKUP_FAILED');
      const [first] = [...s3.files.keys()].toSorted();
      const kept = service.logged.filter(({ msg }) => msg === 'old backups could not be deleted');
      expect(kept).to.have.length(1);
      expect(kept[0]).to.deep.include({
        names: [first],
        reason: 'The storage answered DELETE with 403 (AccessDenied).',
      });
      const job = service.database.kysely.selectFrom('jobs').select('run_at').where('kind', '=', 'backup');
      const { run_at: runAt } = await job.executeTakeFirstOrThrow();
      expect(Date.parse(runAt)).to.equal(Date.parse(now) + HOUR);
      const more = { ...env, PATH: process.env['PATH'] ?? '' };
      const { code, stdout } = await runOctavo(['backup'], '', more);
      expect(code).to.equal(0);
      expect(stdout).to.match(/^Old backups could not be deleted: The storage answered DELETE with 403 /m);
      const { stdout: findings } = await runOctavo(['doctor'], '', more);
      expect(findings).to.match(/^warning +backups +.* old; but there are \d, more than BACKUP_KEEP \(1\): /m);
    } finally {
      await service.close();
      await s3.close();
    }
  });

  // docs/interface.md, D8
  it('are not prevented by a command that root ran', async function () {
    if (process.getuid?.() !== 0) skip(this, 'the tests do not run as root', { optional: true });
    const folder = await newFolder();
    const media = `file:${folder}/media`;
    const env = { DATABASE_URL: `sqlite:${folder}/blog.db`, MEDIA_URL: media };
    const service = await startTestService(sqlite, env);
    await uploaded(service, await picture(20, 20).png().toBuffer());
    await service.close();
    for (const one of ['', 'blog.db']) await chown(join(folder, one), 1234, 1234);
    const { env: bucket, close } = await openBucketPlace();
    for (const place of [bucket, { BACKUP_DIR: join(folder, 'backups') }]) {
      const made = await runOctavo(['backup'], '', { PATH: process.env['PATH'] ?? '', ...env, ...place });
      expect(made.stderr).to.equal('');
    }
    await close();
    for (const one of ['.backup', 'backups', 'backups/.incoming', 'backups/uploads', 'backups/uploads/.incoming']) {
      expect((await stat(join(folder, one))).uid, one).to.equal(1234);
    }
  });

  it('in a former place are none of the place that is configured', async () => {
    const former = { place: '/former', lastAt: '2026-02-01T00:00:00.000Z', bytes: 5, seconds: 1, problem: 'Full.' };
    const service = await startTestService(sqlite, { BACKUP_DIR: join(await newFolder(), 'backups') });
    try {
      const health = async () => (await service.admin('GET', '/api/admin/health')).body.backup;
      await until(async () => (await health()).lastAt !== null);
      const jobs = service.database.kysely.updateTable('jobs').where('kind', '=', 'backup');
      await jobs.set({ data: JSON.stringify(former) }).execute();
      expect(await health()).to.include({ lastAt: null, bytes: null, problem: null });
    } finally {
      await service.close();
    }
  });

  it('count what will be written', async () => {
    const folder = await newFolder();
    await requireRoom(folder, 0);
    const error = await requireRoom(folder, 1e18).catch((reason: unknown) => reason as Error);
    expect(error)
      .to.have.property('message')
      .that.matches(/^No backup was made: /);
  });

  // docs/interface.md, D9
  it('leave nothing half when the service is killed, and the next start makes one', async () => {
    const folder = await newFolder();
    const backups = join(folder, 'backups');
    const env = { BACKUP_DIR: backups, BACKUP_EVERY: '1s' };
    const partial = () => readdir(join(backups, '.incoming')).catch(() => []);
    const archives = async () => (await readdir(backups).catch(() => [])).filter((name) => name.startsWith('octavo'));
    for (let round = 0; round < 2; round++) {
      const service = start(folder, env);
      await service.url;
      await until(async () => (await partial()).length > 0);
      service.process.kill('SIGKILL');
      await service.ended;
    }
    const left = new Set(await archives());
    const service = start(folder, env);
    await until(async () => (await archives()).some((name) => !left.has(name)));
    for (const name of await archives()) {
      const content = await readFile(join(backups, name)).catch(() => null);
      // It may just have been deleted as one too many.
      if (content) expect(gunzipSync(content).toString('latin1', 0, 15), name).to.equal('SQLite format 3');
    }
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
    await withDatabase(`sqlite:${folder}/data/blog.db`, async ({ kysely }) => {
      expect(await kysely.selectFrom('jobs').select('id').where('kind', '=', 'backup').execute()).to.have.length(1);
    });
  });

  it('of a damaged or cut archive are refused in one sentence', async () => {
    const folder = await newFolder();
    const { stderr } = await runOctavo(['backup', '--json'], '', {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: await sqlite.freshUrl('administrator'),
      BACKUP_DIR: folder,
    });
    expect(stderr).to.equal('');
    const name = (await readdir(folder)).find((one) => one.startsWith('octavo')) ?? '';
    const content = await readFile(join(folder, name));
    await writeFile(join(folder, name), content.subarray(0, content.length / 2));
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: await sqlite.freshUrl() };
    const outcome = await runOctavo(['restore', join(folder, name)], '', env);
    expect(outcome.stderr).to.match(/octavo-\S+\.db\.gz cannot be unpacked: it is incomplete\.\n$/);
  });
});

/** The job of the backups is that of the old database. */
function withoutJob(stored: Record<string, string[]>): Record<string, string[]> {
  return { ...stored, jobs: stored['jobs']!.filter((row) => !row.includes('"backup"')) };
}
