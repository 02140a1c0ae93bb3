import { expect } from 'chai';

import { errors } from '../routers/errors.ts';
import { openApiDocument, operationsIn } from '../server/openapi.ts';
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

  it('serves the page with a style that only its own nonce lets in', async () => {
    const pages = [await use().call('GET', '/api/docs'), await use().call('GET', '/api/docs/')];
    const nonces = pages.map(({ headers, body }) => {
      const nonce = /<style nonce="([\w-]{22})">/.exec(String(body))?.[1];
      expect(headers.get('content-security-policy')).to.include(`style-src 'self' 'nonce-${nonce}'`);
      expect(headers.get('cache-control')).to.equal('no-store');
      return nonce;
    });
    expect(nonces[0]).not.to.equal(nonces[1]);
    const other = await use().call('GET', '/api/site');
    expect(other.headers.get('content-security-policy')).not.to.include('nonce');
  });

  // docs/interface.md, F8
  it('shows every operation and every error, and loads nothing', async () => {
    const { body } = await use().call('GET', '/api/docs');
    const page = String(body);
    for (const { operationId } of operationsIn(document)) expect(page).to.include(`<article id="${operationId}"`);
    for (const name of Object.keys(errors)) expect(page).to.include(`id="error-${name}"`);
    expect(page).not.to.match(/<script|<img|<iframe|\bsrc=|@import|url\(|\sstyle=/);
    expect([...page.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href)).to.deep.equal(['data:,']);
    expect(page).to.include('Authorization: Bearer &lt;token&gt;');
  });

  it('has a target for every link of the page, and no id twice', async () => {
    const { body } = await use().call('GET', '/api/docs');
    const ids = [...String(body).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...String(body).matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include.members(targets);
  });

  for (const path of ['/api/openapi.json', '/api/docs']) {
    it(`answers HEAD, OPTIONS and wrong methods at ${path}`, async () => {
      const head = await use().call('HEAD', path);
      expect([head.status, head.body]).to.deep.equal([200, '']);
      expect(Number(head.headers.get('content-length'))).to.be.greaterThan(1000);
      const options = await use().call('OPTIONS', path);
      expect([options.status, options.headers.get('allow')]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
      const post = await use().call('POST', path);
      expect([post.status, post.body.code]).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
    });
  }
});
