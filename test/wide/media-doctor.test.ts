import { writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { Client } from 'pg';
import { pino } from 'pino';

import { newId } from '../../routers/base/new-id.ts';
import { examineMedia } from '../../server/operations/doctor/media.ts';
import { readConfig } from '../../server/config/config.ts';
import { compareWithLibrary } from '../../server/media/consistency.ts';
import { newFile } from '../../server/storage/files/incoming.ts';
import { adoptPlace, mediaPlace } from '../../server/storage/identity/place.ts';
import { openStorage } from '../../server/storage/files/open-storage.ts';
import type { MediaStorage } from '../../server/storage/files/storage.ts';
import { newFolder } from '../support/run.ts';
import { openS3 } from '../support/s3.ts';
import { describeService } from '../support/service.ts';
import { skip } from '../support/skip.ts';

const nothing = { count: 0, first: '' };

describeService.onBothEngines('the files of the library', (use) => {
  const places = {
    'a folder': async () => ({ MEDIA_URL: `file:${await newFolder()}`, close: () => undefined }),
    S3: bucket,
  };
  for (const [name, place] of Object.entries(places)) {
    it(`are compared with those in ${name}`, async () => {
      const { close, ...env } = await place();
      const config = readConfig(env);
      const storage = await openStorage(config, pino({ level: 'silent' }));
      const { database } = use();
      const compare = () => compareWithLibrary(database.kysely, storage);
      const findings = async () =>
        (await examineMedia(database, config)).map(
          ({ level, text }) => `${level}: ${text.replaceAll(storage.name, 'it')}`,
        );
      await clear();
      await adoptPlace(database.kysely, mediaPlace(database.kysely, storage));
      expect(await compare()).to.deep.equal({
        files: 0,
        missing: nothing,
        unsized: nothing,
        missingSizes: nothing,
        loose: nothing,
      });

      await addRow('2026/03/good-0123abcd.jpg', '[320,640]');
      await addRow('2026/03/song-0123abcd.mp3', '[]');
      await addRow('2026/03/new-0123abcd.png', null);
      await addJob('media.sizes', '2026/03/new-0123abcd.png');
      // An upload under way, and sizes of a file that is just deleted.
      await addJob('media.remove', '2026/03/upload-0123abcd.gif');
      await addJob('media.sizes', '2026/03/gone-0123abcd.jpg');
      for (const path of ['good-0123abcd.jpg', 'good-0123abcd-320.webp', 'good-0123abcd-640.webp', 'song-0123abcd.mp3'])
        await put(storage, path);
      for (const path of ['new-0123abcd.png', 'new-0123abcd-320.webp', 'upload-0123abcd.gif', 'gone-0123abcd-320.webp'])
        await put(storage, path);
      expect(await findings()).to.deep.equal(['ok: The library and it agree: 3 files.']);

      await storage.delete('2026/03/song-0123abcd.mp3');
      await storage.delete('2026/03/good-0123abcd-640.webp');
      await addRow('2026/03/unsized-0123abcd.png', null);
      for (const path of ['unsized-0123abcd.png', 'loose-0123abcd.png', 'loose-0123abcd-320.webp'])
        await put(storage, path);
      const found = await findings();
      expect(found.slice(0, 3)).to.deep.equal([
        'problem: it lacks 1 file (2026/03/song-0123abcd.mp3); copy them back from a backup, or delete them in the app.',
        'warning: Sizes were not created for 1 file (2026/03/unsized-0123abcd.png); retry the failed jobs in Health in the app.',
        'warning: it lacks sizes: 1 file (2026/03/good-0123abcd-640.webp); copy them back from a backup, or delete the images and upload them again.',
      ]);
      expect(found[3]).to.match(/^warning: The library does not have 2 files \(such as 2026\/03\/loose-0123abcd/);
      expect(found).to.have.length(4);
      close();
    });
  }

  it('are not compared when the storage does not answer', async () => {
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    const away = readConfig({ ...keys, MEDIA_URL: 's3://uploads/x?endpoint=http://127.0.0.1:2' });
    const [finding, ...others] = await examineMedia(use().database, away);
    expect(finding).to.deep.equal({
      level: 'problem',
      about: 'uploads',
      text: 'The storage cannot be read (connect ECONNREFUSED 127.0.0.1:2); correct MEDIA_URL and the AWS variables.',
    });
    expect(others).to.deep.equal([]);
  });

  it('have to be in a folder that all machines share, when instances run on several', async function () {
    const { database } = use();
    const config = readConfig({ MEDIA_URL: `file:${await newFolder()}` });
    const shared = async () => (await examineMedia(database, config)).filter(({ text }) => text.includes('machines'));
    expect(await shared()).to.deep.equal([]);
    if (database.dialect === 'sqlite') return;
    // The same machine at another address.
    const url = new URL(database.url);
    url.hostname = '[::1]';
    const other = new Client({ connectionString: url.href, application_name: 'octavo-listen' });
    await other.connect().catch(() => skip(this, 'PostgreSQL does not listen on ::1', { optional: true }));
    try {
      expect((await shared())[0]?.text).to.match(/^Instances run on 2 machines, and MEDIA_URL is a folder; /);
    } finally {
      await other.end();
    }
  });

  async function bucket() {
    const { env, close } = await openS3();
    return { ...env, close: () => void close() };
  }

  async function clear(): Promise<void> {
    const { kysely } = use().database;
    await kysely.deleteFrom('media').execute();
    await kysely.deleteFrom('jobs').execute();
  }

  async function addRow(path: string, sizes: string | null): Promise<void> {
    const { database, clock } = use();
    const row = { url: `/media/${path}`, name: 'x', alt: '', kind: 'image' as const, created_at: '', path, sizes };
    await database.kysely
      .insertInto('media')
      .values({ id: newId('m', clock), ...row })
      .execute();
  }

  /** Adds a job that is due only after the test. */
  async function addJob(kind: string, path: string): Promise<void> {
    const { database, clock } = use();
    const job = { id: newId('j', clock), kind, data: JSON.stringify({ path, widths: [320] }), attempts: 0 };
    const key = kind === 'media.remove' ? `media:${path}` : null;
    const times = { run_at: '2999-01-01T00:00:00.000Z', created_at: '2026-03-01T00:00:00.000Z' };
    await database.kysely
      .insertInto('jobs')
      .values({ ...job, ...times, key, state: 'waiting' })
      .execute();
  }
});

async function put(storage: MediaStorage, name: string): Promise<void> {
  const file = await newFile(storage.incoming);
  await writeFile(file, 'x');
  await storage.put(`2026/03/${name}`, file, 'image/png');
}
