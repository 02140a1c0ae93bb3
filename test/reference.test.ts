import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect } from 'chai';

import { openApiDocument } from '../server/api/openapi/openapi.ts';
import { VERSION } from '../shared/version.ts';
import { newKey } from './support/keys.ts';
import { readEncoded } from './support/raw.ts';
import { describeService } from './support/service.ts';

const document = openApiDocument();

describeService('reference', (use) => {
  it('serves the document, and 304 for its ETag', async () => {
    const answer = await use().call('GET', '/api/openapi.json');
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal(JSON.parse(JSON.stringify(document)));
    const etag = answer.headers.get('etag') ?? '';
    const again = await use().call('GET', '/api/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, again.body]).to.deep.equal([304, '']);
  });

  // docs/interface.md, H8, H11
  it('serves both compressed, with the encoding in the tag', async () => {
    for (const path of ['/api/openapi.json', '/api/docs']) {
      const plain = await readEncoded(use().url + path, { 'accept-encoding': 'identity' });
      for (const encoding of ['br', 'gzip'] as const) {
        const { headers, body } = await readEncoded(use().url + path, { 'accept-encoding': encoding });
        expect(headers).to.include({ 'content-encoding': encoding });
        expect(headers['vary']).to.include('Accept-Encoding');
        expect(headers['etag']).to.equal(plain.headers['etag']?.replace(/"$/, `-${encoding}"`));
        expect(body.length).to.be.below(plain.body.length / 1.5);
        const unpacked = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
        expect(unpacked.equals(plain.body)).to.equal(true);
      }
    }
  });

  // docs/interface.md, H3
  it('serves a page whose styles alone may be inline', async () => {
    const policyOf = async (path: string) =>
      (await use().call('GET', path)).headers.get('content-security-policy') ?? '';
    for (const path of ['/api/docs', '/api/docs/']) {
      const policy = await policyOf(path);
      expect(policy).to.match(/style-src 'self' 'unsafe-inline'(;|$)/);
      expect(policy.match(/unsafe/g)).to.have.length(1);
    }
    expect(await policyOf('/api/site')).not.to.include('unsafe');
  });

  // docs/interface.md, F8
  it('serves the viewer, which browsers cache for this version, and names nothing else', async () => {
    const { body, headers } = await use().call('GET', '/api/docs');
    expect(headers.get('etag')).to.match(/^"/);
    const sources = [...String(body).matchAll(/(?:src|href|data-url)="([^"]*)"/g)].map(([, url = '']) => url);
    const viewer = `/api/docs/viewer.js?v=${VERSION}`;
    expect(sources).to.have.members(['data:,', '/api/openapi.json', '/api/openapi.json', viewer]);
    expect(body).to.include('<noscript');
    const script = await fetch(use().url + viewer);
    expect([script.status, script.headers.get('content-type')]).to.deep.equal([200, 'text/javascript; charset=utf-8']);
    expect(script.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect((await script.text()).length).to.be.greaterThan(1_000_000);
  });

  for (const path of ['/api/openapi.json', '/api/docs']) {
    it(`answers HEAD, OPTIONS and wrong methods at ${path}`, async () => {
      const head = await use().call('HEAD', path);
      expect([head.status, head.body]).to.deep.equal([200, '']);
      expect(Number(head.headers.get('content-length'))).to.be.greaterThan(500);
      const options = await use().call('OPTIONS', path);
      expect([options.status, options.headers.get('allow')]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
      const post = await use().call('POST', path);
      expect([post.status, post.body.code]).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
    });
  }
});

describeService('reference while no file can be opened', (use) => {
  it('answers 503, and the document afterwards', async () => {
    const read = () => fetch(`${use().url}/api/openapi.json`);
    await withoutFiles(async () => expect((await read()).status).to.equal(503));
    expect((await read()).status).to.equal(200);
  });

  it('answers 503 to clients of the Model Context Protocol, and their messages afterwards', async () => {
    const headers = { authorization: `Bearer ${await newKey(use())}` };
    const list = () => use().call('POST', '/mcp', { headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    await withoutFiles(async () => expect((await list()).status).to.equal(503));
    expect((await list()).status).to.equal(200);
  });
});

/** Runs a function while files cannot be read, as when the process has too many open. */
async function withoutFiles(run: () => Promise<unknown>): Promise<void> {
  const { readFile } = fs;
  fs.readFile = () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    fs.readFile = readFile;
    syncBuiltinESMExports();
  }
}
