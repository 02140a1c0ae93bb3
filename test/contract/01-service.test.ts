import { expect } from 'chai';

import { procedures } from '../../server/http/procedure-routes.ts';
import { comment, listed } from '../support/comments.ts';
import { expectFailure, expectSecure } from '../support/http.ts';
import { open, visit } from '../support/pages.ts';
import { ids, read, write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** What the service does. Rules: docs/interface.md, W3, W5, H1, L1, P11, P18, C6, C9, A2 */
describeVisited('contract: what the service does', (use) => {
  before(async () => {
    await write(use(), { id: 'one', title: 'One', content: 'About *birds*', category: 'c', tags: ['t'] });
    await write(use(), { id: 'two', title: 'Two', content: 'About fish' });
    await write(use(), { id: 'locked', title: 'Locked', content: 'Secret', password: 'open sesame' });
  });

  it('1. Visitors list posts', async () => {
    expect(ids(await use().call('GET', '/api/posts'))).to.have.members(['one', 'two', 'locked']);
  });

  it('1. Visitors filter posts', async () => {
    for (const query of ['category=c', 'tag=t', 'search=BIRDS']) {
      expect(ids(await use().call('GET', `/api/posts?${query}`)), query).to.deep.equal(['one']);
    }
  });

  it('1. Visitors read posts; a post is Markdown text', async () => {
    const { body } = await use().call('GET', '/api/posts/one');
    expect(body.post.content).to.equal('About *birds*');
  });

  it('1. A post may be encrypted', async () => {
    const { body } = await use().call('GET', '/api/posts/locked');
    expect(body.post.enc).to.have.all.keys('salt', 'iv', 'data');
  });

  it('2. Visitors submit comments on posts without authentication; they may be replies', async () => {
    const first = await comment(use(), 'one');
    const reply = await comment(use(), 'one', { parentId: first.comment.id });
    expect((await listed(use(), 'one')).map(({ parent_id }) => parent_id)).to.deep.equal([null, first.comment.id]);
    expect(reply.comment.parent_id).to.equal(first.comment.id);
  });

  it('3. A guestbook at the front-end path /guestbook has two sections', async () => {
    const page = await open(use(), '/guestbook');
    const ids = [...page.matchAll(/<section [^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).to.deep.equal(['gb-note', 'gb-idea']);
  });

  it('3. The guestbook has no interface of its own', () => {
    expect(Object.keys(procedures).filter((name) => /guest|gb/i.test(name))).to.deep.equal([]);
  });

  it('3. It is the comment interface used with two fixed synthetic post identifiers', async () => {
    for (const id of ['gb-note', 'gb-idea']) {
      const { comment: entry } = await comment(use(), id);
      expect((await listed(use(), id)).map((one) => one.id)).to.deep.equal([entry.id]);
    }
  });

  it('4. The administrator creates, updates and deletes posts', async () => {
    const id = await write(use(), { title: 'Short-lived' });
    expect((await use().admin('PUT', `/api/posts/${id}`, { title: 'Changed' })).status).to.equal(200);
    expect((await read(use(), id)).title).to.equal('Changed');
    expect((await use().admin('DELETE', `/api/posts/${id}`)).status).to.equal(200);
    expect((await use().admin('GET', `/api/posts/${id}`)).status).to.equal(404);
  });

  it('4. The administrator sets the status of comments, deletes them and lists all', async () => {
    const { id } = (await comment(use(), 'two')).comment;
    await use().admin('PUT', `/api/comments/${id}`, { status: 'pending' });
    const { body } = await use().admin('GET', '/api/comments?status=pending');
    expect(body.comments).to.have.length(1);
    expect(body.comments[0]).to.include({ id, status: 'pending' });
    expect((await use().admin('DELETE', `/api/comments/${id}`)).status).to.equal(200);
    expect((await use().admin('GET', '/api/comments?status=pending')).body.total).to.equal(0);
  });

  it('5. Public read endpoints are protected by per-client-IP rate limits', async () => {
    expect((await use().call('GET', '/api/posts')).headers.get('ratelimit-limit')).to.equal('240');
  });

  it('6. Every response carries security response headers, static assets included', async () => {
    expectSecure(await use().call('GET', '/api/posts'));
    for (const path of ['/assets/site.css', '/sw.js', '/', '/feed.xml', '/healthz', '/nowhere']) {
      const { headers } = await visit(use(), path);
      expectSecure({ status: 0, headers, body: '' });
    }
  });

  it('6. An unknown path under /api/ returns a JSON 404 and never an HTML page', async () => {
    for (const path of ['/api/nothing', '/api/posts/one/nothing', '/api/']) {
      const headers = { accept: 'text/html' };
      expectFailure(await use().call('GET', path, { headers }), 404, 'NOT_FOUND');
    }
  });

  it('7. Success bodies carry the boolean field ok set to true', async () => {
    const paths = ['posts', 'posts/one', 'posts/one/comments', 'search?q=x', 'popular', 'stats', 'site'];
    for (const path of paths) {
      const { status, body } = await use().call('GET', `/api/${path}`);
      expect([status, body.ok], path).to.deep.equal([200, true]);
    }
    for (const path of ['comments', 'media', 'admin/session', 'admin/settings', 'admin/stats', 'admin/errors']) {
      expect((await use().admin('GET', `/api/${path}`)).body.ok, path).to.equal(true);
    }
  });
});
