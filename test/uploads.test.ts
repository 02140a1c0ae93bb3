import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';

import { BlogError, createBlogClient } from '../client/index.ts';
import { openTerminal, writeFiles, type Terminal } from './support/cli.ts';
import { expectRefusal } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { animatedAvif, animation, movie, photo, picture, PLACE, recording } from './support/files.ts';
import { newKey } from './support/keys.ts';
import { newFolder } from './support/run.ts';
import { startTestService, type TestService } from './support/service.ts';
import { until } from './support/until.ts';
import { upload, uploaded, withSizes } from './support/uploads.ts';

describe('uploads', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = join(await newFolder(), 'media');
    const limits = { UPLOAD_MAX_IMAGE: '200KB', UPLOAD_MAX_FILE: '400KB' };
    service = await startTestService(databaseKinds[0]!, { MEDIA_URL: `file:${folder}`, ...limits });
  });
  after(() => service?.close());

  const files = async (): Promise<string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const bytesOf = async (url: string): Promise<Buffer> => {
    const response = await fetch(new URL(new URL(url).pathname, service.url));
    expect(response.status, url).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  };

  // The first test: jobs of files that the others store use the folder as well.
  it('that break off leave nothing', async () => {
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST /api/media/upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n`;
    socket.write(
      `${head}--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${'x'.repeat(40_000)}`,
    );
    const incoming = () => readdir(join(folder, '.incoming')).catch(() => []);
    await until(async () => (await incoming()).length > 0);
    socket.destroy();
    await until(async () => (await incoming()).length === 0);
  });

  // docs/interface.md, M1, M4, M8
  it('are added to the library: 201, with Location', async () => {
    const sent = await picture(640, 400, 1).jpeg().toBuffer();
    const { status, headers, body } = await upload(service, sent, 'Boot im Häfen.JPG', { alt: 'A boat' });
    expect(status).to.equal(201);
    const { media } = body;
    expect(headers.get('location')).to.equal(`/api/media/${media.id}`);
    expect(media).to.deep.include({
      name: 'Boot im Häfen.JPG',
      alt: 'A boat',
      kind: 'image',
      mime: 'image/jpeg',
      bytes: sent.length,
      width: 640,
      height: 400,
    });
    expect(media.url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/media\/2026\/03\/boot-im-hafen-[0-9a-f]{8}\.jpg$/);
    expect(await bytesOf(media.url)).to.deep.equal(sent);
    const { body: list } = await service.admin('GET', '/api/media?search=hafen');
    expect(list.media[0]).to.include({ id: media.id, url: media.url });
  });

  // docs/interface.md, M11
  it('of the same bytes are one file', async () => {
    const sent = await picture(30, 30, 2).png().toBuffer();
    const [first, ...more] = await Promise.all([1, 2, 3].map(() => uploaded(service, sent, 'same.png')));
    const again = await uploaded(service, sent, 'other.png');
    for (const one of [...more, again]) expect(one).to.deep.equal(first);
    await until(async () => (await files()).filter((name) => name.startsWith('same')).length === 1);
  });

  // docs/interface.md, M12
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    it(`lose metadata and location as ${format}, and not a pixel`, async () => {
      const sent = await photo(format);
      expect(sent.includes(PLACE)).to.equal(true);
      const { url, width } = await uploaded(
        service,
        Buffer.concat([sent, Buffer.from(format === 'avif' ? '' : PLACE)]),
      );
      expect(width).to.equal(800);
      const served = await bytesOf(url);
      expect(served.includes(PLACE)).to.equal(false);
      const { exif } = await sharp(served).metadata();
      expect(exif?.includes('GPS') ?? false).to.equal(false);
      expect((await sharp(served).raw().toBuffer()).equals(await sharp(sent).raw().toBuffer())).to.equal(true);
    });
  }

  it('are turned upright', async () => {
    const { url, width, height } = await uploaded(service, await photo('jpeg', 6, 3));
    expect({ width, height }).to.deep.equal({ width: 600, height: 800 });
    const { orientation, width: stored, exif } = await sharp(await bytesOf(url)).metadata();
    expect({ orientation, stored, exif }).to.deep.equal({ orientation: undefined, stored: 600, exif: undefined });
  });

  for (const isFilm of [true, false]) {
    it(`lose location, times and data tracks as ${isFilm ? 'MP4' : 'M4A'}`, async () => {
      const media = await uploaded(service, movie(isFilm), 'x');
      const expected = isFilm
        ? { mime: 'video/mp4', kind: 'video', width: 640, height: 360 }
        : { mime: 'audio/mp4', kind: 'audio', width: null };
      expect(media).to.deep.include(expected);
      const served = await bytesOf(media.url);
      expect(served.includes(PLACE)).to.equal(false);
      expect(served.includes('seen!')).to.equal(true);
      expect(served.includes(Buffer.alloc(8, 1))).to.equal(false);
      expect(served.length).to.equal(movie(isFilm).length);
    });
  }

  // docs/interface.md, M22
  it('of WebM have the size of their picture', async () => {
    const { mime, width, height } = await uploaded(service, recording(1280, 720));
    expect({ mime, width, height }).to.deep.equal({ mime: 'video/webm', width: 1280, height: 720 });
    for (const part of [recording(640, 360).subarray(0, -3), recording(0, 360)]) {
      expect(await uploaded(service, part)).to.include({ mime: 'video/webm', width: null, height: null });
    }
  });

  it('of SVG keep their shapes, and run and load nothing', async () => {
    const { url, width, height, sizes } = await uploaded(service, hostileSvg, 'drawing.svg');
    expect({ width, height, sizes }).to.deep.equal({ width: 40, height: 20, sizes: [] });
    const served = (await bytesOf(url)).toString();
    expect(served).to.match(/^<svg .*viewBox="0 0 40 20"/);
    expect(served).to.include('<rect fill="url(#g)" width="5" height="5"');
    expect(served).to.include('<use href="#r" />');
    expect(served).to.include('<text x="1">a &#x26; b</text>');
    expect(served).to.not.match(/script|onload|alert|evil|style|foreignObject|iframe|animate|javascript|data:|ENTITY/i);
  });

  // docs/interface.md, M21
  const drawings: [what: string, svg: string, served: RegExp[]][] = [
    [
      'classes, as Illustrator writes them',
      '<style>.a,.b{fill:#0af;}.b{opacity:.5;stroke:red}</style><path class="a" d="M0 0"/><path class="b" d="M0 0" fill="red"/>',
      [/class="a" d="M0 0" fill="#0af"/, /class="b" d="M0 0" fill="#0af" opacity=".5" stroke="red"/],
    ],
    [
      'descendants and children, as Mermaid writes them',
      '<style>/* { */@keyframes x{from{fill:red}}#d .n rect{fill:#ECECFF}#d>path{stroke:#333}#d>circle{stroke:#444}</style>' +
        '<g id="d"><g class="n"><rect/><circle/></g><path d="M0 0"/></g>',
      [/<rect fill="#ECECFF"/, /<circle \/>/, /<path d="M0 0" stroke="#333"/],
    ],
    [
      'rules of different weight',
      '<style>#r{fill:lime}rect{fill:red}*{fill:blue;stroke-linejoin:round}</style><rect id="r"/><rect style="fill:teal"/><circle/>',
      [/id="r" fill="lime" stroke-linejoin="round"/, /<rect fill="teal"/, /<circle fill="blue"/],
    ],
    ['masks of Figma', '<mask style="mask-type:alpha"/>', [/<mask mask-type="alpha"/]],
    [
      'rules that load something',
      '<style>@import "http://evil";rect{fill:url(http://evil/x)}path:hover{fill:red}circle{fill:url(#g)}</style><rect/><path/><circle/>',
      [/<rect \/><path \/><circle fill="url\(#g\)"/],
    ],
  ];
  for (const [what, inside, expected] of drawings) {
    it(`of SVG keep their colours: ${what}`, async () => {
      const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
      const served = (await bytesOf((await uploaded(service, text)).url)).toString();
      for (const part of expected) expect(served).to.match(part);
      expect(served).to.not.match(/style|evil|import/);
    });
  }

  it('of SVG keep their colours: entities and backgrounds', async () => {
    const text =
      '<!DOCTYPE svg [<!ENTITY c "#e30613"><!ENTITY two "&c;&c;">]>' +
      '<svg style="background-color: white" viewBox="-5 -5 9 9"><rect fill="&c;"/><text>&two;</text></svg>';
    const served = (await bytesOf((await uploaded(service, text)).url)).toString();
    expect(served).to.include(
      '<rect x="-5" y="-5" width="100%" height="100%" fill="white" stroke="none" /><rect fill="#e30613"',
    );
    expect(served).to.include('<text>&#x26;two;</text>');
  });

  const png = () => picture(12, 12, 4).png().toBuffer();
  const LARGEST = 400 * 1024;
  // docs/interface.md, M10
  const sizes: [what: string, content: () => Promise<Buffer>, expected: string][] = [
    ['an image over its limit', () => noise(260), '413 PAYLOAD_TOO_LARGE'],
    ['a file over the limit', () => Promise.resolve(pdf(500_000)), '413 PAYLOAD_TOO_LARGE'],
    ['a file that has exactly the limit', () => Promise.resolve(pdf(LARGEST)), 'application/pdf'],
    ['a file of one byte more', () => Promise.resolve(pdf(LARGEST + 1)), '413 PAYLOAD_TOO_LARGE'],
    ['a file over the limit of images', () => Promise.resolve(pdf(300_000)), 'application/pdf'],
  ];
  for (const [what, content, expected] of sizes) {
    it(`have limits: ${what} is ${expected}`, async () => {
      const { status, body } = await upload(service, await content());
      expect(status === 201 ? body.media.mime : `${status} ${body.code}`, JSON.stringify(body)).to.equal(expected);
    });
  }

  // docs/interface.md, M9
  it('are 503 at once while the process that reads them cannot be started, and the next one is taken', async () => {
    const own = await startTestService(databaseKinds[0]!);
    const { execPath } = process;
    const file = await picture(11, 7).png().toBuffer();
    try {
      // The first one fails later, with an event, and the second one at once.
      for (const program of ['/nonexistent', `/${'x'.repeat(5000)}`]) {
        process.execPath = program;
        const refused = await Promise.all([upload(own, file), upload(own, file)]);
        process.execPath = execPath;
        for (const one of refused) expectRefusal(one, 503, 'SERVICE_UNAVAILABLE');
        expect(refused[0].headers.get('retry-after')).to.equal('5');
      }
      expect((await upload(own, file)).status).to.equal(201);
    } finally {
      process.execPath = execPath;
      await own.close();
    }
  });

  it('of SVG that take too much memory are damaged', async function () {
    // On a busy machine, the process is ended after two minutes.
    this.timeout(240_000);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><style>${'a,'.repeat(9_000_000)}a{fill:red}</style></svg>`;
    const own = await startTestService(databaseKinds[0]!);
    try {
      expectRefusal(await upload(own, Buffer.from(svg)), 415, 'UNSUPPORTED_FILE_TYPE');
    } finally {
      await own.close();
    }
  });

  it('have safe URLs whatever their names are', async () => {
    const names = [
      '../../../etc/passwd',
      '..\\..\\boot.ini',
      '写真 一.png',
      'фото.PNG',
      '\u202Egnp.exe',
      '/',
      '.png',
      '%2e%2e%2f',
      'a'.repeat(300),
      '"; rm -rf',
      'صورة',
    ];
    for (const [at, name] of names.entries()) {
      const { url } = await uploaded(
        service,
        await picture(9, 9, 100 + at)
          .png()
          .toBuffer(),
        name,
      );
      expect(new URL(url).pathname, name).to.match(/^\/media\/2026\/03\/[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}\.png$/);
      expect(await bytesOf(url)).to.have.length.above(10);
    }
  });

  it('take a name, and refuse texts that are too long', async () => {
    const { body } = await upload(service, await picture(7, 7, 120).png().toBuffer(), 'x.png', {
      name: 'Harbour\u0007 ',
    });
    expect(body.media).to.include({ name: 'Harbour', alt: '' });
    const refused = await upload(service, await png(), 'x.png', { alt: 'x'.repeat(501) });
    expect(refused.body).to.deep.include({ code: 'BAD_REQUEST' });
    expect(refused.body.issues[0].path).to.equal('alt');
  });

  it('need a session, or a key with the scope media', async () => {
    const sent = await png();
    const withToken = async (token: string | null) => upload(service, sent, 'x.png', {}, token);
    expectRefusal(await withToken(null), 401, 'UNAUTHORIZED');
    expectRefusal(await withToken(await newKey(service, 'posts')), 403, 'SCOPE_MISSING');
    expect((await withToken(await newKey(service, 'media'))).status).to.equal(201);
  });

  it('are forms with a file', async () => {
    const post = (type: string, raw: string) =>
      service.call('POST', '/api/media/upload', { token: service.token, raw, headers: { 'content-type': type } });
    const form = 'multipart/form-data; boundary=x';
    expectRefusal(await post('application/json', '{}'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectRefusal(await post('multipart/form-data', 'x'), 400, 'BAD_REQUEST');
    expectRefusal(
      await post(form, '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\na\r\n--x--\r\n'),
      400,
      'BAD_REQUEST',
    );
    expectRefusal(
      await post(form, '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf'),
      400,
      'BAD_REQUEST',
    );
  });

  // docs/interface.md, M13
  it('get smaller versions; animations stay animated', async () => {
    const { id, url } = await uploaded(service, await picture(1300, 700, 130).jpeg().toBuffer());
    const moving = await uploaded(service, await animation('webp'));
    expect((await withSizes(service, id)).sizes).to.deep.equal([320, 640, 960, 1280]);
    for (const width of [320, 1280]) {
      const small = await sharp(await bytesOf(url.replace('.jpg', `-${width}.webp`))).metadata();
      expect(small).to.include({ format: 'webp', width });
    }
    expect((await fetch(url.replace('.jpg', '-1920.webp'))).status).to.equal(404);
    expect((await fetch(url.replace('.jpg', '-321.webp'))).status).to.equal(404);
    expect((await withSizes(service, moving.id)).sizes).to.deep.equal([320]);
    const small = await bytesOf(moving.url.replace('.webp', '-320.webp'));
    expect((await sharp(small, { animated: true }).metadata()).pages).to.equal(3);
    const sent = animatedAvif();
    const { url: animated, sizes, width, height } = await uploaded(service, sent);
    expect({ sizes, width, height }).to.deep.equal({ sizes: [], width: 16, height: 12 });
    const served = await bytesOf(animated);
    expect(served).to.have.length(sent.length);
    for (const part of ['avis', 'av01', 'moov']) expect(served.indexOf(part), part).to.equal(sent.indexOf(part));
  });

  // docs/interface.md, M15
  it('go with their record, smaller versions included', async () => {
    const { id, url } = await uploaded(service, await picture(700, 70, 140).png().toBuffer(), 'leaves.png');
    await withSizes(service, id);
    await bytesOf(url);
    expect((await files()).filter((name) => name.startsWith('leaves'))).to.have.length(3);
    expect((await service.admin('DELETE', `/api/media/${id}`)).status).to.equal(200);
    await until(async () => !(await files()).some((name) => name.startsWith('leaves')));
    await until(async () => (await fetch(url)).status === 404);
    expect((await uploaded(service, await picture(700, 70, 140).png().toBuffer(), 'leaves.png')).url).to.equal(url);
  });
});

describe('uploads by the client and the command line', () => {
  let terminal: Terminal;
  before(async () => {
    terminal = await openTerminal();
  });
  after(() => terminal?.close());

  it('client.media.upload() returns the record, or throws the error of the service', async () => {
    const { url, token } = terminal.service;
    const client = createBlogClient({ url, token });
    const png = await picture(20, 10).png().toBuffer();
    const { media } = await client.media.upload(new Blob([png]), { name: 'Harbour', alt: 'Boats' });
    expect(media).to.deep.include({ name: 'Harbour', alt: 'Boats', width: 20, height: 10, mime: 'image/png' });
    const refused = await client.media.upload(new Blob(['x'])).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(BlogError).and.to.include({ code: 'UNSUPPORTED_FILE_TYPE', status: 415 });
    const ended = await client.media
      .upload(new Blob([png]), {}, { signal: AbortSignal.abort(new Error('enough')) })
      .catch((error: unknown) => error);
    expect(ended).to.have.property('message', 'enough');
  });

  it('octavo media upload takes several files, and says which were rejected', async () => {
    const { folder, run, json } = terminal;
    await writeFiles(folder, { 'a.png': await picture(21, 10).png().toBuffer(), 'b.txt': 'text' });
    const [a, b, c] = ['a.png', 'b.txt', 'none.png'].map((name) => join(folder, name));
    const { code, stdout, stderr } = await run(['media', 'upload', folder, a!, b!, c!, '--alt', 'A boat']);
    expect(code).to.equal(1);
    const [uploaded, ofFolder, unknown, missing] = stdout.split('\n');
    expect(uploaded).to.match(/a\.png: http:\S+\/media\/2026\/03\/a-[0-9a-f]{8}\.png$/);
    expect(ofFolder).to.equal(`${folder}: The file cannot be read: it is a folder.`);
    expect(unknown).to.match(/b\.txt: Only JPEG/);
    expect(missing).to.equal(`${c}: The file cannot be read: there is no such file or folder.`);
    expect(stderr).to.equal('3 of 4 files were not uploaded.\n');
    const { uploaded: done } = await json(['media', 'upload', a!]);
    expect(done[0].media).to.include({ alt: 'A boat', name: 'a.png' });
  });
});

const hostileSvg = `<?xml version="1.0"?><!-- a --><!DOCTYPE svg [<!ENTITY x "evil">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" onload="alert(1)">
<script>alert(1)</script><style>@import "http://evil"</style><animate attributeName="href" values="javascript:alert(1)"/>
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>
<rect style="fill:url(#g);stroke:url(http://evil/s)" fill="red" width="5" height="5" id="r"/>
<use href="#r"/><use href="http://evil/x.svg#y"/><use xlink:href="data:image/svg+xml;base64,AAAA#x"/>
<a href="javascript:alert(1)"><text x="1">a &amp; b</text></a><set attributeName="onload" to="alert(1)"/>
<foreignObject><iframe src="http://evil"></iframe></foreignObject><image href="http://evil/p.png"/>
<circle fill="url(&#x68;ttp://evil)" r="1"/><path filter="url( 'http://evil#f' )" d="M0 0"/></svg>`;

/** A PNG that cannot be compressed. */
function noise(side: number): Promise<Buffer> {
  const raw = Buffer.alloc(side * side * 4);
  for (let at = 0; at < raw.length; at += 4) raw.writeUInt32LE(Math.imul(at + 1, 2_654_435_761) >>> 0, at);
  return sharp(raw, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

function pdf(bytes: number): Buffer {
  return Buffer.from('%PDF-1.7\n'.padEnd(bytes));
}
