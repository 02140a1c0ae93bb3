import { readFileSync } from 'node:fs';
import { expect } from 'chai';

import { VERSION } from '../../shared/version.ts';
import { routes } from '../../server/http/procedure-routes.ts';
import { comment, expectRefusal } from '../support/comments.ts';
import { open } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** Versions: docs/interface.md, V1, V3, V5 */
describeVisited('contract: versioning', (use) => {
  it('1. The service carries a release number of the form 2.x.y', () => {
    expect(VERSION).to.match(/^2\.\d+\.\d+$/);
  });

  it('1. The latest one stated is 2.10.104, from which ours counts on', () => {
    expect(VERSION.localeCompare('2.10.104', 'en', { numeric: true })).to.be.at.least(0);
  });

  it('3. Paths carry no version segment', () => {
    expect(routes.filter(({ path }) => /\/v\d/.test(path))).to.deep.equal([]);
  });

  it('3. Legacy aliases /api/sitemap.xml and /api/feed.xml remain', async () => {
    for (const path of ['/sitemap.xml', '/feed.xml']) {
      expect(await open(use(), `/api${path}`)).to.equal(await open(use(), path));
    }
  });

  it('5. Release 2.10.87 never existed', () => {
    expect(VERSION).to.not.equal('2.10.87');
    expect(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')).to.not.match(/^#+.*2\.10\.87/m);
  });

  it('2.0: nested replies (parent_id)', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    expect((await comment(use(), 'gb-note', { parentId: id })).comment.parent_id).to.equal(id);
  });
  it('2.0: media library, site settings, daily statistics', async () => {
    for (const path of ['/api/media', '/api/admin/settings', '/api/admin/stats']) {
      expect((await use().admin('GET', path)).status, path).to.equal(200);
    }
  });
  it('2.1: guestbook through synthetic ids; 409 on duplicate comment', async () => {
    const body = { author: 'Ann', content: 'Twice' };
    await use().call('POST', '/api/posts/gb-idea/comments', { body });
    expectRefusal(await use().call('POST', '/api/posts/gb-idea/comments', { body }), 409, 'DUPLICATE_COMMENT');
  });
  it('2.4: POST /api/media accepts only http or https links', async () => {
    expectRefusal(await use().admin('POST', '/api/media', { url: 'data:image/png,x' }), 400, 'BAD_REQUEST');
  });
  it('2.6.6: dynamic /sitemap.xml and /feed.xml', async () => {
    const id = await write(use(), { title: 'Dynamic' });
    for (const path of ['/sitemap.xml', '/feed.xml']) expect(await open(use(), path)).to.include(`/posts/${id}`);
  });
  it('2.7.1: unknown /api/* returns JSON 404', async () => {
    expectRefusal(await use().call('GET', '/api/v1/posts'), 404, 'NOT_FOUND');
  });
  it('2.10.100: GET /api/admin/session added', async () => {
    expect((await use().admin('GET', '/api/admin/session')).status).to.equal(200);
  });
  it('2.10.104: page cap of 200', async () => {
    expectRefusal(await use().call('GET', '/api/posts?page=201'), 400, 'BAD_REQUEST');
  });

  it('Version negotiation by header or path: none: such headers change nothing', async () => {
    const plain = await use().call('GET', '/api/posts');
    const headers = { 'accept-version': '1', 'x-api-version': '1', accept: 'application/vnd.blog.v1+json' };
    const answer = await use().call('GET', '/api/posts', { headers });
    expect([answer.status, answer.body]).to.deep.equal([plain.status, plain.body]);
  });
});
