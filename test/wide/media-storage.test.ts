import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { pino } from 'pino';

import { reservePath } from '../../routers/media/reservations.ts';
import { readConfig } from '../../server/config/config.ts';
import { deleteAbandoned, newFile, OWNER } from '../../server/storage/files/incoming.ts';
import { openStorage } from '../../server/storage/files/open-storage.ts';
import type { MediaStorage } from '../../server/storage/files/storage.ts';
import { expectRefusal } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { newFolder } from '../support/run.ts';
import { openS3, type Bucket } from '../support/s3.ts';
import { describeService, startTestService } from '../support/service.ts';
import { cleanUp } from '../support/started.ts';
import { until } from '../support/until.ts';
import { killWhileUploading } from '../support/upload-faults.ts';
import { upload, uploaded, withSizes } from '../support/uploads.ts';

const silent = pino({ level: 'silent' });

describe('media storage', () => {
  let bucket: Bucket;
  before(async () => {
    bucket = await openS3();
  });
  after(() => bucket?.close());

  const environments = {
    'a folder': async () => ({ MEDIA_URL: `file:${join(await newFolder(), 'a', 'b')}` }),
    S3: () => Promise.resolve(bucket.env),
  };
  for (const [name, environment] of Object.entries(environments)) {
    describe(`in ${name}`, () => {
      let storage: MediaStorage;
      const path = '2026/03/boat-0123abcd.png';
      const content = Buffer.from('0123456789');
      const put = async (at: string, bytes: Buffer) => {
        const file = await newFile(storage.incoming);
        await writeFile(file, bytes);
        await storage.put(at, file, 'image/png');
      };
      before(async () => {
        storage = await openStorage(readConfig(await environment()), silent);
      });

      it('is empty at first', async () => {
        expect(await listed(storage)).to.deep.equal([]);
        expect(await storage.get(path)).to.equal(null);
        expect(await storage.head(path)).to.equal(null);
        await storage.delete(path);
      });

      it('gives back what was put, whole and in parts', async () => {
        await put(path, Buffer.from('before'));
        await put(path, content);
        await put('2026/04/x-0123abcd-320.webp', Buffer.alloc(0));
        expect((await buffer((await storage.get(path))!)).equals(content)).to.equal(true);
        expect((await buffer((await storage.get(path, { start: 2, end: 4 }))!)).toString()).to.equal('234');
        const found = await storage.head(path);
        expect(found?.bytes).to.equal(10);
        expect(Math.abs(Date.now() - found!.modifiedAt.getTime())).to.be.below(600_000);
        const files = await listed(storage);
        expect(files.map((one) => `${one.path} ${one.bytes}`).toSorted()).to.deep.equal([
          `${path} 10`,
          '2026/04/x-0123abcd-320.webp 0',
        ]);
        await storage.delete(path);
        expect(await storage.head(path)).to.equal(null);
      });

      it('serves a blog', async () => {
        const service = await startTestService(databaseKinds[0]!, await environment());
        try {
          const sent = await picture(400, 300).jpeg().toBuffer();
          const { id, url } = await uploaded(service, sent);
          expect((await withSizes(service, id)).sizes).to.deep.equal([320]);
          const part = await fetch(url, { headers: { range: 'bytes=6-9' } });
          expect(part.status).to.equal(206);
          expect(Buffer.from(await part.arrayBuffer()).equals(sent.subarray(6, 10))).to.equal(true);
          expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(sent)).to.equal(true);
          expect((await fetch(url.replace('.jpg', '-320.webp'))).headers.get('content-type')).to.equal('image/webp');
          await service.admin('DELETE', `/api/media/${id}`);
          await until(async () => (await fetch(url)).status === 404);
        } finally {
          await service.close();
        }
      });
    });
  }

  it('needs credentials for S3, and an endpoint that is a URL', async () => {
    const open = async (env: Record<string, string>) =>
      openStorage(readConfig(env), silent).then(
        () => 'opened',
        (error: Error) => error.message,
      );
    const MEDIA_URL = 's3://uploads/x';
    expect(await open({ MEDIA_URL })).to.match(/needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    expect(await open({ ...keys, MEDIA_URL })).to.equal('opened');
    expect(await open({ ...keys, MEDIA_URL: `${MEDIA_URL}?endpoint=nowhere` })).to.match(/endpoint that is not a URL/);
    expect(() => readConfig({ MEDIA_URL: '/srv/media', UPLOAD_MAX_FILE: '3GB' })).to.throw(
      /MEDIA_URL must be such as[^]*UPLOAD_MAX_FILE must be such as 25MB/,
    );
  });

  it('that is away refuses uploads with 503, leaves nothing, and is logged once', async () => {
    const s3 = await openS3();
    const service = await startTestService(databaseKinds[0]!, s3.env);
    try {
      await s3.close();
      const png = await picture(5, 5).png().toBuffer();
      expectRefusal(await upload(service, png), 503, 'SERVICE_UNAVAILABLE');
      expect(await service.database.kysely.selectFrom('media').selectAll().execute()).to.deep.equal([]);
      expect(service.logged.filter(({ msg }) => String(msg).startsWith('the media storage is away'))).to.have.length(1);
    } finally {
      await service.close();
    }
  }).timeout(30_000);
});

describeService('unfinished uploads', (use) => {
  const about = { name: 'boat', hash: 'ab'.repeat(32), extension: 'png' };

  it('of this process and of others that run stay', async () => {
    const folder = await newFolder();
    const mine = await newFile(folder);
    await writeFile(mine, '');
    const [host] = OWNER.split('.');
    const others = [`${host}.${process.ppid}.00`, 'elsewhere.1.00'].map((name) => join(folder, `${name}.00`));
    for (const file of others) await writeFile(file, '');
    await writeFile(join(folder, `${host}.99999999.00.00.out`), '');
    await writeFile(join(folder, `${host}.${process.pid}.00.00`), '');
    const old = join(folder, 'elsewhere.2.00.00');
    await writeFile(old, '');
    await utimes(old, new Date(0), new Date(0));
    await deleteAbandoned(folder);
    expect((await readdir(folder)).toSorted()).to.deep.equal(
      [mine, ...others].map((file) => file.slice(folder.length + 1)).toSorted(),
    );
  });

  it('reserve their path, and what has none of them is removed at the next start', async () => {
    const { services, clock, media } = use();
    const { em } = services;
    // Before they are reserved: what the service does at its start may still go on.
    for (const path of ['2026/03/boat-abababab.png', '2026/03/boat-3-abababab.png']) {
      const file = await newFile(media.storage.incoming);
      await writeFile(file, 'x');
      await media.storage.put(path, file, 'image/png');
    }
    const [first, second] = [await reservePath(em, clock, about, OWNER), await reservePath(em, clock, about, OWNER)];
    expect([first.path, second.path]).to.deep.equal(['2026/03/boat-abababab.png', '2026/03/boat-2-abababab.png']);
    const dead = await reservePath(em, clock, about, `${OWNER.split('.')[0]}.99999999.00`);
    expect(dead.path).to.equal('2026/03/boat-3-abababab.png');
    await media.clean();
    await until(async () => (await media.storage.head(dead.path)) === null);
    expect(await media.storage.head(first.path)).to.not.equal(null);
    clock.jump(2 * 3_600_000);
    await until(async () => (await media.storage.head(first.path)) === null);
    clock.jump(-2 * 3_600_000);
  });

  // docs/interface.md, M15
  it('and files that could not be deleted before are deleted after the next start', async () => {
    const { media, database } = use();
    const path = '2026/03/kept-0123abcd.png';
    const file = await newFile(media.storage.incoming);
    await writeFile(file, 'x');
    await media.storage.put(path, file, 'image/png');
    const job = { id: 'j-failed', kind: 'media.remove', data: JSON.stringify({ path }), created_at: '2026-02-01' };
    const failed = { run_at: '2026-02-01', attempts: 12, state: 'failed' as const, reason: 'It is away.' };
    await database.kysely
      .insertInto('jobs')
      .values({ ...job, ...failed })
      .execute();
    await media.clean();
    await until(async () => (await media.storage.head(path)) === null);
  });
});

describe('a service that is killed while it takes, replaces and deletes files', () => {
  let bucket: Bucket;
  before(async () => {
    bucket = await openS3();
  });
  after(async () => {
    await cleanUp();
    await bucket?.close();
  });

  const places = {
    'a folder': (cwd: string) => ({ MEDIA_URL: `file:${join(cwd, 'media')}` }),
    S3: () => bucket.env,
  };
  for (const [name, place] of Object.entries(places)) {
    it(`has no row without file and no file without row after the next start, in ${name}`, async () => {
      const cwd = await newFolder();
      const { uploads, replacements, deletions, ...found } = await killWhileUploading({
        rounds: 2,
        cwd,
        env: { DATABASE_URL: `sqlite:${join(cwd, 'blog.db')}`, ...place(cwd) },
        killAfter: (round) => 200 + 500 * round,
      });
      expect(uploads.sent).to.be.above(0);
      expect(deletions.acknowledged + replacements.acknowledged).to.be.at.most(2 * uploads.acknowledged);
      const none = { count: 0, first: '' };
      const { end, ...rest } = found;
      expect(rest).to.deep.equal({ lost: 0, undeleted: 0, wrong: { loose: 0, missing: 0 }, incomplete: 0 });
      expect(end).to.deep.include({ missing: none, unsized: none, missingSizes: none, loose: none });
    }).timeout(120_000);
  }
});

async function listed(storage: MediaStorage): Promise<{ path: string; bytes: number }[]> {
  const files = [];
  for await (const file of storage.list()) files.push(file);
  return files;
}
