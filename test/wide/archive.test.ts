import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { pino } from 'pino';

import { openArchive } from '../../client/importers/archive/open.ts';
import { sizePath } from '../../routers/data/files/size-paths.ts';
import { writeArchive } from '../../server/api/archive/archive.ts';
import { zipStream } from '../../server/api/archive/write.ts';
import { readConfig } from '../../server/config/config.ts';
import { openStorage } from '../../server/storage/files/open-storage.ts';
import { archiveOf, fillForArchive, importInto } from '../support/archives.ts';
import { comment } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { write } from '../support/posts.ts';
import { differences, publicAnswers } from '../support/public-answers.ts';
import { newFolder } from '../support/run.ts';
import { openS3, type Bucket } from '../support/s3.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { replace } from '../support/uploads.ts';

const ENV = { SITE_URL: 'https://blog.example' };
const KNOWN = {
  id: ['harbour', 'day-1', 'before', 'after', 'sealed', 'drafted', 'imported', 'gb-note', 'gb-idea', 'nobody'],
  ids: ['harbour,day-1,gb-note,gb-idea'],
  include: ['content,html,comments', 'html'],
  q: ['harbour', 'ferry'],
  search: ['harbour'],
  tag: ['sea'],
  category: ['Travel'],
  pageSize: [100],
  token: ['nothing'],
  cursor: [],
  before: [],
};
const FURTHER = ['/2019/04/imported.html', '/posts/before', '/posts/drafted', '/posts/harbour.md'];

// docs/interface.md, X10
describe('an archive', function () {
  let source: TestService;
  let file: Blob;
  let bucket: Bucket;
  before(async () => {
    bucket = await openS3();
    source = await startTestService(databaseKinds[0]!, ENV);
    await fillForArchive(source);
    file = await archiveOf(source);
  });
  after(async () => {
    await source?.close();
    await bucket?.close();
  });

  it('has a manifest that describes it', async () => {
    const { manifest } = await openArchive(file);
    expect(manifest).to.include({ format: 'octavo-archive', version: 3, siteUrl: ENV.SITE_URL });
    expect(manifest.counts).to.include({
      posts: 10,
      comments: 5,
      files: 3,
      media: 4,
      'working-copies': 1,
      authors: 2,
      names: 2,
      subscribers: 2,
    });
  });

  // docs/archive.md
  it('fits together when posts are renamed or new, and files replaced, while it is written', async () => {
    const MEDIA_URL = `file:${await newFolder()}`;
    const service = await startTestService(databaseKinds[0]!, { ...ENV, MEDIA_URL });
    const target = await startTestService(databaseKinds[0]!, ENV);
    try {
      await fillForArchive(service);
      const { media } = (await service.admin('GET', '/api/media?search=mark')).body;
      const { id } = media[0] as { id: string };
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
      const storage = await openStorage(readConfig({ MEDIA_URL }), pino({ level: 'silent' }));
      const zip = await zipStream((members) => {
        const add = async (name: string, content: string) => {
          const added = await members.add(name, content);
          if (name !== 'posts-00001.jsonl') return added;
          await write(service, { id: 'during' });
          await comment(service, 'during', { content: 'Too late' });
          const renamed = await service.admin('POST', '/api/posts/harbour/rename', { newId: 'port' });
          expect(renamed.status).to.equal(200);
          expect((await replace(service, id, svg, 'mark.svg')).status).to.equal(200);
          return added;
        };
        return writeArchive({ ...members, add }, service.services, storage, { forSession: true });
      });
      const report = await importInto(target, new Blob([await buffer(zip)]));
      expect(report).to.deep.include({ exact: true, new: 10, uploads: 3, refused: [], pictures: [] });
      expect(report.comments).to.deep.equal({ new: 5, unchanged: 0 });
      expect((await target.call('GET', '/api/posts/harbour/comments')).body.comments).to.have.lengthOf(3);
    } finally {
      await service.close();
      await target.close();
    }
  });

  for (const kind of databaseKinds) {
    it(`makes an empty blog give the same answer at every public URL (${kind.name})`, async () => {
      const target = await startTestService(kind, { ...ENV, ...(kind.name === 'SQLite' ? {} : bucket.env) });
      try {
        target.clock.advance(source.clock.now() - target.clock.now());
        const report = await importInto(target, file);
        expect(report).to.deep.include({ exact: true, refused: [], pictures: [], new: 10, uploads: 3 });
        expect(report.comments).to.deep.equal({ new: 5, unchanged: 0 });
        await untilSized(target);
        const further = [...FURTHER, ...(await mediaUrls(source))];
        const answers = await publicAnswers(source, KNOWN, further);
        expect(answers.size).to.be.greaterThan(150);
        expect(differences(answers, await publicAnswers(target, KNOWN, further))).to.deep.equal([]);
      } finally {
        await target.close();
      }
    });
  }
});

/** Waits until the smaller versions of all images exist. */
function untilSized({ database: { kysely } }: TestService): Promise<void> {
  return until(async () => {
    const rows = await kysely.selectFrom('media').select('sizes').where('path', 'is not', null).execute();
    return rows.every(({ sizes }) => sizes !== null);
  });
}

/** The URLs of all files, of their smaller versions, and of those that were replaced. */
async function mediaUrls({ database: { kysely } }: TestService): Promise<string[]> {
  const files = await kysely.selectFrom('media').select(['path', 'sizes']).where('path', 'is not', null).execute();
  const former = await kysely.selectFrom('media_redirects').select('path').execute();
  const widths = (sizes: string | null) => JSON.parse(sizes ?? '[]') as number[];
  const paths = files.flatMap(({ path, sizes }) => [path!, ...widths(sizes).map((width) => sizePath(path!, width))]);
  return [...paths, ...former.map(({ path }) => path)].map((path) => `/media/${path}`);
}
