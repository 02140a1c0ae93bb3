import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

import { databaseKinds } from './support/databases.ts';
import { PLACE } from './support/files.ts';
import { newFolder } from './support/run.ts';
import { startTestService, type TestService } from './support/service.ts';
import { until } from './support/until.ts';
import { EVIL, uploadCases } from './support/upload-cases.ts';
import { formCases, formOf, sendForm, sendFormCase } from './support/upload-forms.ts';

describe('the table of uploads', () => {
  let service: TestService;
  let media: string;
  let databaseUrl: string;
  const served: string[] = [];
  before(async () => {
    media = join(await newFolder(), 'media');
    databaseUrl = await databaseKinds[0]!.freshUrl('administrator');
    service = await startTestService(databaseKinds[0]!, { MEDIA_URL: `file:${media}`, DATABASE_URL: databaseUrl });
  });
  after(() => service?.close());

  const bytesAt = async (url: string) => {
    const response = await fetch(url);
    expect(response.status, url).to.equal(200);
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
    return Buffer.from(await response.arrayBuffer());
  };

  // docs/interface.md, M9, M10, M12
  for (const { group, what, content, expected } of uploadCases) {
    it(`${group}: ${what} is ${expected}`, async () => {
      const { status, body } = await sendForm(service.url, service.token, formOf(await content(), 'photo.jpg'));
      expect(status === 201 ? body.media.mime : `${status} ${body.code}`, body.error).to.equal(expected);
      if (status !== 201) return;
      served.push(body.media.url);
      const bytes = await bytesAt(body.media.url);
      expect(bytes.includes(PLACE)).to.equal(false);
      expect(bytes.toString('latin1')).to.not.match(EVIL);
    });
  }

  for (const one of formCases) {
    it(`form: ${one.what} is ${String(one.expected)}`, async () => {
      const outcome = await sendFormCase(service.url, service.token, one);
      if (typeof one.expected === 'string') expect(outcome).to.equal(one.expected);
      else {
        expect(outcome).to.match(one.expected);
        expect(new URL(outcome).pathname).to.match(/^\/media\/2026\/03\/[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}\.png$/);
        await bytesAt(outcome);
      }
    });
  }

  it('leaves no incomplete file, and the service answers', async () => {
    expect(await readdir(join(media, '.incoming'))).to.deep.equal([]);
    expect((await service.call('GET', '/api/posts')).status).to.equal(200);
  });

  // docs/interface.md, M12
  it('leaves no location in files, their versions, the database, the log or temporary folders', async () => {
    const waiting = service.database.kysely.selectFrom('jobs').select('id').where('kind', '=', 'media.sizes');
    await until(async () => (await waiting.where('attempts', '<', 12).execute()).length === 0);
    const database = new URL(databaseUrl).pathname;
    const files = [...(await filesIn(media)), ...(await databaseFiles(database)), ...(await ownFilesIn(tmpdir()))];
    expect(files.filter((file) => file.endsWith('-320.webp'))).to.have.length.above(3);
    for (const file of files) {
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      expect(bytes.includes(PLACE), file).to.equal(false);
      expect(bytes.includes(Buffer.from(PLACE, 'utf16le')), file).to.equal(false);
    }
    expect(JSON.stringify(service.logged)).to.not.include(PLACE);
    expect(served).to.have.length.above(40);
  });
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function databaseFiles(file: string): Promise<string[]> {
  const files = (await filesIn(dirname(file))).filter((one) => one.startsWith(file));
  expect(files).to.include(file);
  return files;
}

/** The service and its processes name what they leave there after themselves or their libraries. */
async function ownFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const own = names.filter((name) => /vips|octavo-incoming/.test(name));
  const found = await Promise.all(own.map((name) => filesIn(join(folder, name)).catch(() => [join(folder, name)])));
  return found.flat();
}
