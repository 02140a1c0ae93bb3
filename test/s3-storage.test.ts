import { chmod, lstat, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { pino } from 'pino';

import { readConfig } from '../server/config/config.ts';
import { MARKERS } from '../server/storage/identity/marker.ts';
import { newFile } from '../server/storage/files/incoming.ts';
import { openBucket, type StorageTimes } from '../server/storage/files/s3-storage.ts';
import type { MediaStorage } from '../server/storage/files/storage.ts';
import { expectRefusal } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { picture } from './support/files.ts';
import { newFolder } from './support/run.ts';
import { startTestService, type TestService } from './support/service.ts';
import { EXAMPLE_KEYS, openSignedS3, signatureOf, type Fault, type SignedS3 } from './support/signed-s3.ts';
import { upload, uploaded } from './support/uploads.ts';
import { until } from './support/until.ts';

describe('the check of signatures in tests', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  const documented: [method: string, url: string, headers: Record<string, string>, signature: string][] = [
    ['GET', '/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
    [
      'PUT',
      '/test$file.text',
      {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['GET', '/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ];
  for (const [method, url, given, signature] of documented) {
    it(`computes the one that AWS documents: ${method} ${url}`, () => {
      const headers: Record<string, string> = {
        host: 'examplebucket.s3.amazonaws.com',
        'x-amz-content-sha256': empty,
        'x-amz-date': '20130524T000000Z',
        ...given,
      };
      const signed = Object.keys(headers).toSorted().join(';');
      const scope = `${EXAMPLE_KEYS.AWS_ACCESS_KEY_ID}/20130524/us-east-1/s3/aws4_request`;
      const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signed},Signature=`;
      expect(signatureOf({ method, url, headers: { ...headers, authorization } })).to.equal(signature);
    });
  }
});

describe('the S3 storage', () => {
  const path = '2026/03/boat-0123abcd.png';
  let s3: SignedS3;
  let lines: string[];
  const open = (prefix: string, env: Record<string, string> = {}, times?: StorageTimes): MediaStorage => {
    lines = [];
    const log = pino({}, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
    const MEDIA_URL = `s3://uploads/${prefix}?endpoint=${s3.url}&region=eu-1`;
    return openBucket(readConfig({ MEDIA_URL, ...EXAMPLE_KEYS, ...env }), log, times);
  };
  const put = async (storage: MediaStorage, content: string) => {
    const file = await newFile(storage.incoming);
    await writeFile(file, content);
    await storage.put(path, file, 'image/png');
  };
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  beforeEach(async () => {
    s3 = await openSignedS3('uploads');
  });
  afterEach(() => s3.close());

  for (const [written, prefix] of [
    ['', ''],
    ['blog', 'blog/'],
    ['my blog/föto', 'my blog/föto/'],
    ['my%20blog/%E5%86%99', 'my blog/写/'],
    ['a+b', 'a+b/'],
    ["it's (new)*!", "it's (new)*!/"],
    ['a&b=c;d,e:f@g$h', 'a&b=c;d,e:f@g$h/'],
    ['50%25', '50%/'],
    ['%23a%3Fb%2Fc', '#a?b/c/'],
  ] as const) {
    it(`signs requests, and finds its files, with the prefix "${written}"`, async () => {
      const storage = open(written);
      await put(storage, 'content');
      expect([...s3.files.keys()]).to.deep.equal([prefix + path]);
      s3.files.set(`${prefix}2026/03/more-0123abcd.png`, Buffer.from('x'));
      s3.files.set('elsewhere/2026/03/boat-0123abcd.png', Buffer.from('x'));
      expect((await buffer((await storage.get(path))!)).toString()).to.equal('content');
      expect((await buffer((await storage.get(path, { start: 1, end: 3 }))!)).toString()).to.equal('ont');
      expect((await storage.head(path))?.bytes).to.equal(7);
      const listed = [];
      for await (const file of storage.list()) listed.push(file.path);
      expect(listed).to.deep.equal([path, '2026/03/more-0123abcd.png']);
      await storage.delete(path);
      expect(await storage.head(path)).to.equal(null);
      expect(lines).to.deep.equal([]);
    });
  }

  it('with a session token signs that too, and with a wrong secret is refused at once', async () => {
    await put(open('', { AWS_SESSION_TOKEN: 'a+token/=' }), 'x');
    const wrong = open('', { AWS_SECRET_ACCESS_KEY: 'another' });
    s3.requests.length = 0;
    expect(await messageOf(wrong.get(path))).to.equal('The storage answered GET with 403 (SignatureDoesNotMatch).');
    expect(s3.requests).to.have.length(1);
    expect(lines).to.deep.equal(['the media storage is away: check MEDIA_URL and the AWS variables']);
  });

  it('has a folder for incomplete files that no other user can read or replace', async () => {
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = await newFolder();
    try {
      const folder = join(tmpdir(), `octavo-incoming-${process.getuid!()}`);
      expect(open('').incoming).to.equal(folder);
      expect((await lstat(folder)).mode & 0o777).to.equal(0o700);
      const foreign = await newFolder();
      const kinds = {
        'open to others': () => chmod(folder, 0o770),
        'a link': () => symlink(foreign, folder),
        'a link to nothing': () => symlink(join(foreign, 'none'), folder),
        'a file': () => writeFile(folder, ''),
      };
      for (const [kind, make] of Object.entries(kinds)) {
        await make();
        const storage = open('');
        const { incoming } = storage;
        expect(incoming, kind).to.match(new RegExp(`^${folder}-\\w+$`));
        expect((await lstat(incoming)).mode & 0o777, kind).to.equal(0o700);
        await put(storage, kind);
        expect(storage.incoming, kind).to.equal(incoming);
        await rm(folder, { recursive: true });
      }
      expect(await readdir(foreign)).to.deep.equal([]);
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    }
  });

  it('reports a prefix with a "%" that begins no escape', () => {
    expect(() => open('50%')).to.throw(/write %25/);
  });

  const faults: [fault: Fault, message: RegExp, attempts: number][] = [
    ['ends', /fetch failed/, 3],
    ['errors', /^The storage answered \w+ with 500 \((InternalError|no reason)\)\.$/, 3],
    ['silent', /^The storage did not answer in time\.$/, 1],
  ];
  for (const [fault, message, attempts] of faults) {
    it(`that ${fault === 'ends' ? 'ends connections' : fault === 'errors' ? 'fails' : 'says nothing'} gives an error after ${attempts} attempts, and one line in the log`, async () => {
      const storage = open('', {}, { answer: 300, megabyte: 100 });
      await put(storage, 'before');
      s3.fault = fault;
      s3.requests.length = 0;
      expect(await messageOf(storage.get(path))).to.match(message);
      expect(s3.requests).to.have.length(attempts);
      expect(await messageOf(storage.head(path))).to.match(message);
      expect(await messageOf(put(storage, 'after'))).to.match(message);
      expect(lines).to.have.length(1);
      s3.fault = 'none';
      expect((await buffer((await storage.get(path))!)).toString()).to.equal('before');
      expect(lines).to.deep.equal([lines[0], 'the media storage is back']);
    });
  }

  for (const fault of ['breaks', 'stalls'] as const) {
    it(`that ${fault} in the middle of a file ends it with an error`, async () => {
      const storage = open('', {}, { answer: 300, megabyte: 100 });
      await put(storage, 'content'.repeat(1000));
      s3.fault = fault;
      const stream = (await storage.get(path))!;
      expect(await messageOf(buffer(stream))).to.match(fault === 'breaks' ? /terminated/ : /in time/);
      await messageOf(storage.get(path).then((again) => buffer(again!)));
      expect(lines).to.deep.equal(['the media storage is away']);
      s3.fault = 'none';
      await buffer((await storage.get(path))!);
      expect(lines).to.have.length(2);
    });
  }
});

describe('a service whose S3 storage fails', () => {
  let s3: SignedS3;
  let service: TestService;
  const logged = () =>
    service.logged.map(({ msg }) => String(msg)).filter((line) => line.startsWith('the media storage is'));
  before(async () => {
    s3 = await openSignedS3('uploads');
    const MEDIA_URL = `s3://uploads/a+b?endpoint=${s3.url}`;
    service = await startTestService(databaseKinds[0]!, { MEDIA_URL, ...EXAMPLE_KEYS });
  });
  after(async () => {
    await service?.close();
    await s3?.close();
  });
  afterEach(() => (s3.fault = 'none'));

  const pdf = (bytes: number, text: string) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, text)]);
  /** The uploaded files, without the marker of the place. */
  const files = () => [...s3.files.keys()].filter((key) => !key.endsWith(MARKERS.media));
  const rows = () => service.database.kysely.selectFrom('media').select('path').execute();
  /** Other processes have files there too. */
  const left = async () => {
    const names = await readdir(join(tmpdir(), `octavo-incoming-${process.getuid!()}`)).catch(() => []);
    return names.filter((name) => name.includes(`.${process.pid}.`));
  };

  it('refuses uploads with 503, leaves nothing, and takes them when the storage is back', async () => {
    const png = await picture(5, 5).png().toBuffer();
    const before = new Set(await left());
    for (const fault of ['ends', 'errors'] as const) {
      s3.fault = fault;
      const refused = await upload(service, png);
      expectRefusal(refused, 503, 'SERVICE_UNAVAILABLE');
      expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
    }
    expect(await rows()).to.deep.equal([]);
    expect(files()).to.deep.equal([]);
    expect((await left()).filter((name) => !before.has(name))).to.deep.equal([]);
    expect(logged()).to.deep.equal(['the media storage is away: check MEDIA_URL and the AWS variables']);
    s3.fault = 'none';
    await uploaded(service, png);
    expect(files()).to.have.length(1);
    expect(logged()).to.have.length(2);
    expect(logged()[1]).to.equal('the media storage is back');
  });

  it('answers 503 for files that it cannot read, and goes on with everything else', async () => {
    const { url } = await uploaded(service, pdf(2000, 'a'));
    s3.fault = 'errors';
    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('cache-control')]).to.deep.equal([503, 'no-store']);
    expect((await service.call('GET', '/api/posts')).status).to.equal(200);
    s3.fault = 'breaks';
    expect((await fetch(url)).status).to.equal(503);
    s3.fault = 'none';
    expect((await fetch(url)).status).to.equal(200);
  });

  it('ends the connection when a large file breaks off, so that nobody takes it for complete', async () => {
    const content = pdf(700_000, 'b');
    const { url } = await uploaded(service, content);
    s3.fault = 'breaks';
    const response = await fetch(url);
    expect(response.headers.get('content-length')).to.equal(String(content.length));
    const outcome = await response.arrayBuffer().then(
      () => 'whole',
      () => 'broken off',
    );
    expect(outcome).to.equal('broken off');
    s3.fault = 'none';
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(content)).to.equal(true);
  });

  it('removes what it could not remove, once the storage is back', async () => {
    const { id } = await uploaded(service, pdf(100, 'c'));
    const count = files().length;
    s3.fault = 'ends';
    s3.requests.length = 0;
    expect((await service.admin('DELETE', `/api/media/${id}`)).status).to.equal(200);
    await until(() => Promise.resolve(s3.requests.length >= 3));
    expect(files()).to.have.length(count);
    s3.fault = 'none';
    await until(() => {
      // Again each time, because an attempt may still have been running.
      service.clock.jump(60_000);
      return files().length === count - 1;
    });
  });
});
