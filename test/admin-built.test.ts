import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { expect } from 'chai';

import { headerOf, send } from '../bench/http.ts';
import { builtApp } from '../server/admin/built.ts';
import { describeService } from './support/service.ts';

const run = promisify(execFile);

describeService("the administrator's app as it is served", (use) => {
  before(async () => {
    await builtApp();
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(use().url + path, { headers });

  it('names the Trusted Types policies of the app, which no other page has', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
    const rules = "require-trusted-types-for 'script';trusted-types default octavo-preview dompurify";
    for (const path of ['/admin', '/admin/posts/new']) expect(await policyOf(path)).to.include(rules);
    expect(await policyOf('/api/docs')).to.not.include('trusted-types');
  });

  it('is one page for every address below /admin, with a nonce of its own for each answer', async () => {
    const nonces = new Set<string>();
    for (const path of ['/admin', '/admin/', '/admin/posts/some-post', '/admin?x=1']) {
      const answer = await get(path);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      expect(answer.headers.get('x-robots-tag')).to.equal('noindex');
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
      const page = await answer.text();
      expect(nonce).to.match(/^[\w-]{22}$/);
      expect(page).to.include(`nonce="${nonce}"`).and.not.include('{{nonce}}');
      expect(page.match(/<script/g)).to.have.lengthOf(1);
      nonces.add(nonce);
    }
    expect(nonces.size).to.equal(4);
  });

  it('has files that may be kept for ever, in gzip and Brotli as well', async () => {
    const [, script = ''] = /src="([^"]+)"/.exec(await (await get('/admin')).text()) ?? [];
    const plain = await get(script, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    const body = Buffer.from(await plain.arrayBuffer());
    for (const [encoding, open] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const answer = await send(use().url + script, { headers: { 'accept-encoding': encoding } });
      expect(headerOf(answer, 'content-encoding')).to.equal(encoding);
      expect(open(answer.body).equals(body)).to.equal(true);
    }
    const again = await get(script, {
      'accept-encoding': 'identity',
      'if-none-match': plain.headers.get('etag') ?? '',
    });
    expect(again.status).to.equal(304);
  });

  for (const path of ['/admin/assets/none.js', '/admin/assets/..%2Findex.html', '/administrator']) {
    it(`has nothing at ${path}`, async () => {
      expect((await get(path)).status).to.equal(404);
    });
  }

  it('keeps colours for light and dark as they are written, which follow the switch', async () => {
    const folder = join(await builtApp(), 'assets');
    const sheets = (await readdir(folder)).filter((name) => name.endsWith('.css'));
    const styles = (await Promise.all(sheets.map((name) => readFile(join(folder, name), 'utf8')))).join('');
    expect(styles).to.include('light-dark(').and.not.include('--lightningcss');
  });

  it('is only read', async () => {
    expect((await fetch(`${use().url}/admin`, { method: 'POST' })).status).to.equal(405);
    expect((await fetch(`${use().url}/admin`, { method: 'HEAD' })).status).to.equal(200);
  });

  it('counts like a page of the site, and its files do not', async () => {
    const headers = { 'cf-connecting-ip': '198.51.100.77' };
    const left = async (path: string) =>
      Number((await get(path, headers)).headers.get('ratelimit-remaining') ?? Number.NaN);
    const before = await left('/admin');
    const folder = join(await builtApp(), 'assets');
    const file = (await readdir(folder)).find((name) => name.endsWith('.js')) ?? '';
    expect(await left(`/admin/assets/${file}`)).to.be.NaN;
    expect(await left('/admin')).to.equal(before - 1);
  });
});

describe('npm run build', () => {
  it('leaves what browsers load ready, each file compressed', async () => {
    await run(process.execPath, ['bin/build.ts']);
    const folder = await builtApp();
    const names = await readdir(join(folder, 'assets'));
    for (const name of names.filter((one) => !/\.(br|gz)$/.test(one))) {
      expect(names).to.include.members([`${name}.br`, `${name}.gz`]);
      const plain = await readFile(join(folder, 'assets', name));
      expect(brotliDecompressSync(await readFile(join(folder, 'assets', `${name}.br`))).equals(plain)).to.equal(true);
    }
  });
});
