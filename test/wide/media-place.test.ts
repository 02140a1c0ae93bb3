import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';

import { MARKERS } from '../../server/storage/identity/marker.ts';
import { runOctavo, type Outcome } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { newFolder } from '../support/run.ts';
import { openS3 } from '../support/s3.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { replace, upload, uploaded, withSizes } from '../support/uploads.ts';

const [sqlite] = databaseKinds;
const MARKER = MARKERS.media;

// docs/interface.md, M24
describe('the place of uploaded files', () => {
  let folder: string;
  let databaseUrl: string;
  let service: TestService;
  let width = 400;

  beforeEach(async () => {
    folder = join(await newFolder(), 'media');
    databaseUrl = await sqlite!.freshUrl('administrator');
    service = await open();
  });
  afterEach(() => service.close());

  const open = (env: Record<string, string> = {}) =>
    startTestService(sqlite!, { DATABASE_URL: databaseUrl, MEDIA_URL: `file:${folder}`, ...env });
  const restart = async (env: Record<string, string> = {}) => {
    await service.close();
    service = await open(env);
  };
  const image = () =>
    picture((width += 1), 300)
      .jpeg()
      .toBuffer();
  const notices = async (): Promise<string[]> => (await service.admin('GET', '/api/admin/health')).body.notices;
  const octavo = (...args: string[]): Promise<Outcome> =>
    runOctavo(args, '', {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      MEDIA_URL: `file:${folder}`,
      PORT: '1',
    });
  const markerOf = async (where = folder) =>
    (JSON.parse(await readFile(join(where, MARKER), 'utf8')) as { database: string }).database;
  const idOf = async () =>
    (await service.database.kysely.selectFrom('identity').select('id').executeTakeFirstOrThrow()).id;

  it('is marked by the first start with the identity of the database, before anything is stored', async () => {
    await until(() => existsSync(join(folder, MARKER)));
    expect(await markerOf()).to.equal(await idOf());
    expect(await idOf()).to.match(/^[0-9a-f]{32}$/);
  });

  const losses: [what: string, lose: (test: Mocha.Context) => Promise<() => Promise<void>>][] = [
    [
      'is moved away, and an empty folder is in its place',
      async () => {
        await rename(folder, `${folder}.away`);
        await mkdir(folder);
        return async () => {
          await rm(folder, { recursive: true });
          await rename(`${folder}.away`, folder);
        };
      },
    ],
    [
      'is covered by a file system that is mounted over it',
      async (test) => {
        try {
          execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'pipe' });
        } catch {
          skip(test, 'nothing can be mounted here', { optional: true });
        }
        return async () => void execFileSync('umount', [folder], { stdio: 'pipe' });
      },
    ],
  ];
  for (const [what, lose] of losses) {
    it(`${what}: nothing is stored or deleted, reads go on, and all is there when it is back`, async function () {
      const first = await uploaded(service, await image());
      await withSizes(service, first.id);
      const second = await uploaded(service, await image());
      await withSizes(service, second.id);
      const before = (await readdir(folder, { recursive: true })).toSorted();
      const giveBack = await lose(this);
      try {
        const answers = [
          await upload(service, await image()),
          await replace(service, first.id, await image()),
          await service.admin('DELETE', `/api/media/${first.id}`),
        ];
        for (const answer of answers) expectRefused(answer, /^Files cannot be stored or deleted: .* not mounted; see /);
        const changed = await service.admin('PUT', `/api/media/${first.id}`, { alt: 'A harbour' });
        expect(changed.status).to.equal(200);
        expect((await service.admin('DELETE', `/api/media/${await aLink()}`)).status).to.equal(200);
        expect(await notices()).to.include('MEDIA_UNMARKED');
        expect((await service.call('GET', '/readyz')).status).to.equal(200);
        const { code, stdout } = await octavo('doctor');
        expect(code).to.equal(1);
        expect(stdout).to.match(/^problem +uploads +file:\S+ is empty, or not the place .*run octavo media adopt\.$/m);
        expect(linesAboutPlace()).to.have.length(1);
        expect((await readdir(folder)).filter((name) => name !== '.incoming')).to.deep.equal([]);
      } finally {
        await giveBack();
      }
      const third = await uploaded(service, await image());
      await withSizes(service, third.id);
      expect(await notices()).to.not.include('MEDIA_UNMARKED');
      expect(linesAboutPlace()).to.deep.equal([
        'the place of uploaded files is away: uploads and deletions are answered 503',
        'the place of uploaded files is back',
      ]);
      const after = (await readdir(folder, { recursive: true })).toSorted();
      expect(after).to.include.members(before);
      for (const { url } of [first, second, third]) {
        expect((await service.call('GET', new URL(url, service.url).pathname)).status).to.equal(200);
      }
    });
  }

  it('is lost while smaller versions are made and files deleted: the jobs wait, and do not fail', async () => {
    const { id } = await uploaded(service, await image());
    await withSizes(service, id);
    const kept = await uploaded(service, await image());
    await withSizes(service, kept.id);
    // The rows and jobs of a deletion and of an upload that were committed just before the loss.
    await rename(folder, `${folder}.away`);
    const { kysely } = service.database;
    const { path } = await kysely.selectFrom('media').select('path').where('id', '=', id).executeTakeFirstOrThrow();
    await kysely.deleteFrom('media').where('id', '=', id).execute();
    await kysely
      .insertInto('jobs')
      .values({
        id: 'j-lost',
        kind: 'media.remove',
        key: `media:${path}`,
        data: JSON.stringify({ path }),
        run_at: new Date(service.clock.now()).toISOString(),
        state: 'waiting',
        created_at: new Date(service.clock.now()).toISOString(),
      })
      .execute();
    const job = () => kysely.selectFrom('jobs').selectAll().where('id', '=', 'j-lost').executeTakeFirst();
    service.clock.advance(31_000);
    await until(async () => (await job())?.reason?.includes('octavo media adopt') === true);
    expect(await job()).to.include({ state: 'waiting', attempts: 0 });
    await rename(`${folder}.away`, folder);
    expect(existsSync(join(folder, path!))).to.equal(true);
    service.clock.advance(61_000);
    await until(async () => (await job()) === undefined);
    expect(existsSync(join(folder, path!))).to.equal(false);
  });

  it('is that of another database: nothing is stored, until it is adopted', async () => {
    await uploaded(service, await image());
    await writeFile(join(folder, MARKER), JSON.stringify({ database: '0'.repeat(32) }));
    expectRefused(await upload(service, await image()), / is that of another database; see Health\.$/);
    expect(await notices()).to.include('MEDIA_FOREIGN');
    expect((await octavo('doctor')).stdout).to.match(/^problem +uploads +file:\S+ has the uploaded files of another /m);
    const adopted = await octavo('media', 'adopt');
    expect(adopted.code, adopted.stderr).to.equal(0);
    expect(adopted.stdout).to.match(
      / had the uploaded files of another database\.\nAll 1 file of the library are there/,
    );
    await uploaded(service, await image());
    expect(await notices()).to.not.include('MEDIA_FOREIGN');
  });

  it('may be another one while there are no files', async () => {
    await until(() => existsSync(join(folder, MARKER)));
    folder = `${folder}-new`;
    await restart();
    await uploaded(service, await image());
    expect(await markerOf()).to.equal(await idOf());
  });

  it('is not another one by itself when there are files: adopting names those that are missing', async () => {
    const files = [await uploaded(service, await image()), await uploaded(service, await image())];
    for (const { id } of files) await withSizes(service, id);
    const former = folder;
    folder = `${folder}-new`;
    await restart();
    expectRefused(await upload(service, await image()), /not mounted; see Health\.$/);
    const trial = await octavo('media', 'adopt', '--dry-run');
    expect(trial.stdout).to.match(
      /^Of the 2 files of the library, 2 are not there:\n {2}2026\/03\/\S+\n {2}2026\/03\/\S+\n/,
    );
    expect(trial.stdout).to.include('Nothing was changed.');
    expectRefused(await upload(service, await image()), /not mounted; see Health\.$/);
    const adopted = JSON.parse((await octavo('media', 'adopt', '--json')).stdout);
    expect(adopted).to.deep.include({ ok: true, place: `file:${folder}`, files: 2, wasForeign: false });
    expect(adopted.missing.count).to.equal(2);
    await uploaded(service, await image());
    // The former place still has its marker.
    folder = former;
    await restart();
    await uploaded(service, await image());
  });

  it('is another one to which all files were copied, without the marker', async () => {
    await withSizes(service, (await uploaded(service, await image())).id);
    const copy = join(await newFolder(), 'copy');
    await cp(folder, copy, { recursive: true });
    await rm(join(copy, MARKER));
    folder = copy;
    await restart();
    await uploaded(service, await image());
    expect(await markerOf()).to.equal(await idOf());
  });

  it('is another one after octavo media move, without asking', async () => {
    await withSizes(service, (await uploaded(service, await image())).id);
    const to = join(await newFolder(), 'moved');
    const moved = await octavo('media', 'move', '--to', `file:${to}`);
    expect(moved.code, moved.stderr).to.equal(0);
    expect(await markerOf(to)).to.equal(await idOf());
    folder = to;
    await restart();
    await withSizes(service, (await uploaded(service, await image())).id);
    expect((await octavo('doctor')).stdout).to.match(/^ok +uploads +The library and \S+ agree: 2 files\.$/m);
  });

  it('of another database is no target of octavo media move', async () => {
    const to = await newFolder();
    await writeFile(join(to, MARKER), JSON.stringify({ database: '0'.repeat(32) }));
    const { code, stderr } = await octavo('media', 'move', '--to', `file:${to}`);
    expect(code).to.equal(1);
    expect(stderr).to.match(/ has the uploaded files of another database; choose another place with --to/);
  });

  it('has a marker that is no file of the library: not listed, served, moved or backed up', async () => {
    await withSizes(service, (await uploaded(service, await image())).id);
    expect((await service.call('GET', `/media/${MARKER}`)).status).to.equal(404);
    const { stdout } = await octavo('doctor');
    expect(stdout).to.match(/^ok +uploads +The library and \S+ agree: 1 file\.$/m);
    const backups = await newFolder();
    await octavo('backup', join(backups, 'blog.db'));
    expect(await readdir(join(backups, 'uploads'))).to.not.include(MARKER);
  });

  it('is that of a restored database, in place of the one that it replaces', async () => {
    await withSizes(service, (await uploaded(service, await image())).id);
    const backups = await newFolder();
    const id = await idOf();
    const backup = await octavo('backup', join(backups, 'blog.db'));
    expect(backup.code, backup.stderr).to.equal(0);
    // Another installation, which has been started once.
    folder = join(await newFolder(), 'media');
    databaseUrl = await sqlite!.freshUrl('empty');
    await restart();
    await until(() => existsSync(join(folder, MARKER)));
    expect(await markerOf()).to.not.equal(id);
    await service.close();
    const restored = await octavo('restore', '--force', join(backups, 'blog.db'), '--json');
    expect(restored.code, restored.stderr).to.equal(0);
    await restart();
    expect(await idOf()).to.equal(id);
    await uploaded(service, await image());
    expect(await markerOf()).to.equal(id);
    // And in a folder that has not been used before.
    await service.close();
    folder = join(await newFolder(), 'media');
    expect((await octavo('restore', '--force', join(backups, 'blog.db'))).code).to.equal(0);
    await restart();
    await uploaded(service, await image());
    expect(await markerOf()).to.equal(id);
  });

  it('may be a bucket', async () => {
    const files = await newFolder();
    const bucket = await openS3(files);
    try {
      await restart(bucket.env);
      const first = await uploaded(service, await image());
      await withSizes(service, first.id);
      const stored = join(files, 'uploads/blog');
      await rename(stored, `${stored}.away`);
      expectRefused(await upload(service, await image()), /not mounted; see Health\.$/);
      expect(await notices()).to.include('MEDIA_UNMARKED');
      await rename(`${stored}.away`, stored);
      await uploaded(service, await image());
      expect(await notices()).to.not.include('MEDIA_UNMARKED');
    } finally {
      await service.close();
      await bucket.close();
    }
  });

  async function aLink(): Promise<string> {
    return (await service.admin('POST', '/api/media', { url: 'https://a.example/b.png' })).body.media.id;
  }

  const linesAboutPlace = () =>
    service.logged.map(({ msg }) => String(msg)).filter((line) => line.startsWith('the place of uploaded files'));
});

function expectRefused({ status, headers, body }: Answer, sentence: RegExp): void {
  expect(status).to.equal(503);
  expect(body).to.include({ ok: false, code: 'SERVICE_UNAVAILABLE' });
  expect(body.error).to.match(sentence);
  expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
}
