import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { expect } from 'chai';

import { headerOf, send } from '../support/plain-http.ts';
import { builtApp } from '../../server/site/admin/built.ts';
import { describeService } from '../support/service.ts';

const run = promisify(execFile);

/** Class names of Mantine. */
const CLASSES = /\bm_[0-9a-f]{6,8}\b/g;

describeService("the built administrator's app", (use) => {
  before(async () => {
    await builtApp();
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(use().url + path, { headers });

  it('has Trusted Types policies of its own, which no other page allows', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
    const rules =
      "require-trusted-types-for 'script';trusted-types default octavo-preview octavo-site-preview octavo-mail-preview dompurify";
    for (const path of ['/admin', '/admin/posts/new']) expect(await policyOf(path)).to.include(rules);
    expect(await policyOf('/api/docs')).to.not.include('trusted-types');
  });

  it('serves one page for every path below /admin, with a new nonce per response', async () => {
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
      const scripts = page.split('<script').slice(1);
      expect(scripts).to.have.lengthOf(2);
      for (const script of scripts) expect(script).to.match(/^[^>]* src="\/admin\/assets\/[^>]*><\/script>/);
      nonces.add(nonce);
    }
    expect(nonces.size).to.equal(4);
  });

  it('has a service worker for all of its pages, which knows all of its files', async () => {
    const answer = await get('/admin/sw.js');
    expect(answer.headers.get('service-worker-allowed')).to.equal('/admin');
    expect(answer.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
    const worker = await answer.text();
    const names = (await readdir(join(await builtApp(), 'assets'))).filter((name) => !/\.(br|gz)$/.test(name));
    expect(names.filter((name) => !worker.includes(`"${name}"`))).to.deep.equal([]);
  });

  it('has the styles of every Mantine component that its scripts contain', async () => {
    const folder = join(await builtApp(), 'assets');
    const classesIn = async (end: string) => {
      const names = (await readdir(folder)).filter((name) => name.endsWith(end));
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      return new Set(texts.flatMap((text) => text.match(CLASSES) ?? []));
    };
    const sheet = await readFile(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')), 'utf8');
    const all = new Set(sheet.match(CLASSES));
    const [used, styled] = await Promise.all([classesIn('.js'), classesIn('.css')]);
    // Some components have a class without any rule.
    expect([...used].filter((name) => all.has(name) && !styled.has(name))).to.deep.equal([]);
    expect(used.size).to.be.greaterThan(50);
  });

  it('serves files as immutable, also in gzip and Brotli', async () => {
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
    it(`answers 404 for ${path}`, async () => {
      expect((await get(path)).status).to.equal(404);
    });
  }

  it('keeps light-dark() colours, so that the theme switch changes them', async () => {
    const folder = join(await builtApp(), 'assets');
    const sheets = (await readdir(folder)).filter((name) => name.endsWith('.css'));
    const styles = (await Promise.all(sheets.map((name) => readFile(join(folder, name), 'utf8')))).join('');
    expect(styles).to.include('light-dark(').and.not.include('--lightningcss');
  });

  it('allows only GET and HEAD', async () => {
    expect((await fetch(`${use().url}/admin`, { method: 'POST' })).status).to.equal(405);
    expect((await fetch(`${use().url}/admin`, { method: 'HEAD' })).status).to.equal(200);
  });

  it('counts pages, but not files, towards the rate limit of pages', async () => {
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
  it('writes the files for browsers, each also compressed', async () => {
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
