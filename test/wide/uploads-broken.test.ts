import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { smallDisk, type SmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import { upload, uploaded } from '../support/uploads.ts';

const pdf = (bytes: number, text = 'x') => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, text)]);
const START = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
const END = '\r\n--x--\r\n';

describe('uploads that break off', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = join(await newFolder(), 'media');
    const env = { MEDIA_URL: `file:${folder}`, UPLOAD_MAX_FILE: '300KB', UPLOAD_MAX_IMAGE: '100KB' };
    service = await startTestService(databaseKinds[0]!, env, { times: { body: 400, check: 50, linger: 200 } });
  });
  after(() => service?.close());

  const incoming = () => readdir(join(folder, '.incoming')).catch(() => []);
  const rows = () => service.database.kysely.selectFrom('media').select('path').execute();
  const reservations = () => service.database.kysely.selectFrom('jobs').select('id').where('kind', '=', 'media.remove');

  /** @param length null for a body in chunks */
  const open = async (length: number | null): Promise<Socket> => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const size = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    const type = 'Content-Type: multipart/form-data; boundary=x';
    socket.write(
      `POST /api/media/upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.token}\r\n${type}\r\n${size}\r\n\r\n`,
    );
    return socket;
  };
  const chunk = (content: Buffer | string) =>
    Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
  const statusOf = async (socket: Socket): Promise<string> => {
    const [head] = (await once(socket, 'data')) as [Buffer];
    return head.toString('latin1', 9, 12);
  };
  const expectNothing = async () => {
    await until(async () => (await incoming()).length === 0);
    expect(await rows()).to.deep.equal([]);
    expect(await reservations().execute()).to.deep.equal([]);
    expect(service.logged.filter(({ level }) => Number(level) >= 50)).to.deep.equal([]);
  };
  afterEach(expectNothing);

  for (const isChunked of [false, true]) {
    const how = isChunked ? 'in chunks' : 'with a length';
    it(`leave nothing when the client goes in the middle, ${how}`, async () => {
      const socket = await open(isChunked ? null : 200_000);
      socket.write(isChunked ? chunk(START) : START);
      socket.write(isChunked ? chunk(pdf(100_000)) : pdf(100_000));
      await until(async () => (await incoming()).length > 0);
      socket.destroy();
    });

    it(`leave nothing when the client says nothing any more, ${how}`, async () => {
      const socket = await open(isChunked ? null : 200_000);
      socket.write(isChunked ? chunk(START) : START);
      socket.write(isChunked ? chunk(pdf(50_000)) : pdf(50_000));
      await until(async () => (await incoming()).length > 0);
      expect(await statusOf(socket)).to.equal('408');
      await once(socket, 'close');
    });

    it(`leave nothing when they are too large, ${how}`, async () => {
      const socket = await open(isChunked ? null : 900_000);
      socket.write(isChunked ? chunk(START) : START);
      const answered = statusOf(socket);
      for (let sent = 0; sent < 8; sent++) socket.write(isChunked ? chunk(pdf(100_000)) : pdf(100_000));
      expect(await answered).to.equal('413');
      socket.destroy();
    });
  }

  it('leave nothing when the client goes right after the last byte, or the file with its record', async () => {
    const content = pdf(1000, 'last');
    const body = Buffer.concat([Buffer.from(START), content, Buffer.from(END)]);
    const socket = await open(body.length);
    socket.end(body);
    socket.destroySoon();
    await until(async () => (await incoming()).length === 0 && (await reservations().execute()).length === 0);
    for (const { path } of await rows()) {
      expect((await fetch(`${service.url}/media/${path}`)).status).to.equal(200);
      const { id } = (await service.admin('GET', '/api/media')).body.media[0];
      await service.admin('DELETE', `/api/media/${id}`);
      await until(async () => (await reservations().execute()).length === 0);
    }
  });

  it('of slow clients are taken as long as bytes arrive', async () => {
    const content = pdf(3000, 'slow');
    const body = Buffer.concat([Buffer.from(START), content, Buffer.from(END)]);
    const socket = await open(body.length);
    const answered = statusOf(socket);
    // Takes longer than the timeout of a whole body.
    for (let at = 0; at < 10; at++) {
      socket.write(body.subarray((at * body.length) / 10, ((at + 1) * body.length) / 10));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await answered).to.equal('201');
    socket.destroy();
    const { id } = (await service.admin('GET', '/api/media')).body.media[0];
    await service.admin('DELETE', `/api/media/${id}`);
    await until(async () => (await reservations().execute()).length === 0);
  });
});

describe('uploads to a full disk', () => {
  let disk: SmallDisk;
  let service: TestService;
  before(async function () {
    disk = smallDisk(this, 8);
    service = await startTestService(databaseKinds[0]!, { MEDIA_URL: `file:${join(disk.folder, 'media')}` });
  });
  after(async () => {
    await service?.close();
    disk?.remove();
  });

  it('are 503 with the reason, leave nothing, and are taken once there is room', async () => {
    await uploaded(service, pdf(1000, 'before'));
    const files = () => readdir(disk.folder, { recursive: true });
    const before = await files();
    // Too large for the free space, and then for a disk without any free space.
    const large = await upload(service, pdf(12 * 1024 * 1024));
    disk.fill();
    const small = await upload(service, pdf(2000));
    for (const { status, headers, body } of [large, small]) {
      expect([status, body.error]).to.deep.equal([503, 'The file could not be stored: the disk is full.']);
      expect(headers.get('retry-after')).to.match(/^\d+$/);
    }
    disk.free();
    expect((await files()).toSorted()).to.deep.equal(before.toSorted());
    expect(await service.database.kysely.selectFrom('media').select('id').execute()).to.have.length(1);
    await uploaded(service, pdf(2000));
  });
});
