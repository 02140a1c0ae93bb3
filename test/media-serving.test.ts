import { expect } from 'chai';

import { limits } from '../routers/base/limits.ts';
import { picture } from './support/files.ts';
import { describeService } from './support/service.ts';
import { uploaded } from './support/uploads.ts';

const LARGE = 700 * 1024;

// docs/interface.md, M14
describeService('uploaded files are served', (use) => {
  const paths = { small: '', large: '', svg: '' };
  const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(LARGE, 'octavo ')]);
  let small: Buffer;
  before(async () => {
    small = await picture(60, 40).png().toBuffer();
    const path = async (content: Uint8Array | string) => new URL((await uploaded(use(), content)).url).pathname;
    paths.small = await path(small);
    paths.large = await path(large);
    paths.svg = await path('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>');
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(use().url + path, { method, headers, redirect: 'manual' });
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  // The second time from memory, where it is small.
  for (const time of ['first', 'second']) {
    it(`whole, immutable, to every origin, the ${time} time`, async () => {
      for (const [path, content, type] of [
        [paths.small, small, 'image/png'],
        [paths.large, large, 'application/pdf'],
      ] as const) {
        const response = await get(path, { origin: 'https://elsewhere.example' });
        expect(response.status).to.equal(200);
        const headers = Object.fromEntries(response.headers);
        expect(headers).to.include({
          'content-type': type,
          'content-length': String(content.length),
          'cache-control': 'public, max-age=31536000, immutable',
          'accept-ranges': 'bytes',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
        });
        expect(headers['etag']).to.match(/^"[0-9a-f]{8}\.[0-9a-z]+"$/);
        expect(headers['content-security-policy']).to.include("default-src 'none'");
        expect(headers).to.not.have.any.keys('set-cookie', 'ratelimit-limit', 'access-control-allow-credentials');
        expect((await bytes(response)).equals(content)).to.equal(true);
      }
    });

    it(`with HEAD and 304, the ${time} time`, async () => {
      for (const path of [paths.small, paths.large]) {
        const head = await get(path, {}, 'HEAD');
        expect([head.status, (await bytes(head)).length]).to.deep.equal([200, 0]);
        expect(Number(head.headers.get('content-length'))).to.be.above(100);
        const same = await get(path, { 'if-none-match': head.headers.get('etag')! });
        expect([same.status, (await bytes(same)).length]).to.deep.equal([304, 0]);
        expect(same.headers.get('etag')).to.equal(head.headers.get('etag'));
        expect((await get(path, { 'if-none-match': '"other"' })).status).to.equal(200);
      }
    });

    it(`as downloads, unless they are images, audio or video, the ${time} time`, async () => {
      const name = paths.large.split('/').at(-1)!;
      const large = await get(paths.large);
      expect(large.headers.get('content-disposition')).to.equal(`attachment; filename="${name}"`);
      expect((await get(paths.small)).headers.has('content-disposition')).to.equal(false);
    });

    it(`as SVG with a policy that runs and loads nothing, the ${time} time`, async () => {
      const { headers } = await get(paths.svg);
      expect(headers.get('content-type')).to.equal('image/svg+xml');
      expect(headers.get('content-security-policy')).to.equal("default-src 'none'; style-src 'unsafe-inline'; sandbox");
      expect(headers.get('x-frame-options')).to.equal('DENY');
    });

    // docs/interface.md, M20
    it(`as images with a policy under which browsers may style what they show, the ${time} time`, async () => {
      const { headers } = await get(paths.small);
      expect(headers.get('content-security-policy')).to.equal(
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
    });
  }

  // docs/interface.md, M20
  it('whole with HEAD, whatever the range', async () => {
    for (const range of ['bytes=0-9', `bytes=${LARGE * 9}-`]) {
      const { status, headers } = await get(paths.large, { range }, 'HEAD');
      expect([status, headers.get('content-length')]).to.deep.equal([200, String(large.length)]);
      expect(headers.has('content-range')).to.equal(false);
    }
  });

  it('in parts', async () => {
    const last = large.length - 1;
    const ranges: [asked: string, start: number, end: number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=700000-', 700_000, last],
      ['bytes=-5', last - 4, last],
      [`bytes=10-${LARGE * 9}`, 10, last],
      [`bytes=-${LARGE * 9}`, 0, last],
    ];
    for (const [range, start, end] of ranges) {
      const response = await get(paths.large, { range });
      expect(response.status, range).to.equal(206);
      expect(response.headers.get('content-range')).to.equal(`bytes ${start}-${end}/${large.length}`);
      expect((await bytes(response)).equals(large.subarray(start, end + 1)), range).to.equal(true);
    }
    const small = await get(paths.small, { range: 'bytes=1-3' });
    expect((await bytes(small)).toString()).to.equal('PNG');
  });

  it('whole when the range is unsupported or for another version; 416 when it is beyond the end', async () => {
    const tag = (await get(paths.large)).headers.get('etag')!;
    for (const range of ['bytes=0-1,5-6', 'bytes=5-1', 'bytes=-', 'lines=1-2', 'bytes=a-b']) {
      expect((await get(paths.large, { range })).status, range).to.equal(200);
    }
    expect((await get(paths.large, { range: 'bytes=0-1', 'if-range': '"other"' })).status).to.equal(200);
    expect((await get(paths.large, { range: 'bytes=0-1', 'if-range': tag })).status).to.equal(206);
    for (const range of [`bytes=${large.length}-`, 'bytes=-0']) {
      const response = await get(paths.large, { range });
      expect(response.status, range).to.equal(416);
      expect(response.headers.get('content-range')).to.equal(`bytes */${large.length}`);
    }
  });

  it('at their own path only', async () => {
    const name = paths.small.split('/').at(-1)!;
    for (const path of [
      `/media/2026/03/x${name}`,
      `/media/2026/04/${name}`,
      `/media/2026/03/..%2f..%2fblog.db`,
      `/media/../blog.db`,
      '/media/2026/03/',
      `${paths.small}.txt`,
      paths.small.replace('.png', '-320.webp'),
      paths.small.toUpperCase(),
    ]) {
      expect((await get(path)).status, path).to.equal(404);
    }
    expect((await get(`${paths.small}?x=1`)).status).to.equal(200);
    const other = await get(paths.small, {}, 'POST');
    expect([other.status, other.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
  });

  // docs/interface.md, H21
  it('to every origin, also as errors', async () => {
    const address = '192.0.2.77';
    const missing = () => get(paths.small.replace('.png', '.webp'), { 'cf-connecting-ip': address });
    const answers = [await missing()];
    const { name, max } = limits.everyRead;
    for (let time = 0; time < max; time++) await use().services.counters.increment(name, address);
    answers.push(await missing());
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 429]);
    for (const { headers } of answers) {
      const [policy, allowed] = ['cross-origin-resource-policy', 'access-control-allow-origin'];
      expect([headers.get(policy), headers.get(allowed)]).to.deep.equal(['cross-origin', '*']);
    }
  });
});
