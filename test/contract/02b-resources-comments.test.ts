import { expect } from 'chai';

import type { CommentShape } from '../../routers/comments/answers.ts';
import { comment, listed } from '../support/comments.ts';
import { open } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** The fields of comments, and the guestbook: docs/interface.md, C6, C7, C8 */
describeVisited('contract: comment', (use) => {
  let top: CommentShape;
  let reply: CommentShape;
  before(async () => {
    await write(use(), { id: 'a-post', title: 'A post' });
    const first = await comment(use(), 'a-post', { author: 'Ann', content: 'Hello' });
    await comment(use(), 'a-post', { author: 'Bob', content: 'Hi', parentId: first.comment.id });
    await comment(use(), 'gb-idea');
    [top, reply] = (await listed(use(), 'a-post')) as [CommentShape, CommentShape];
  });

  it('id: string, comment identifier', () => expect(top.id).to.be.a('string').and.not.equal(reply.id));
  it('post_id: string, identifier of the post', () => expect(top.post_id).to.equal('a-post'));
  it('post_id: or a synthetic guestbook identifier', async () => {
    expect((await listed(use(), 'gb-idea'))[0]?.post_id).to.equal('gb-idea');
  });
  it('author: string, display name of the commenter', () => expect(top.author).to.equal('Ann'));
  it('content: string', () => expect(top.content).to.equal('Hello'));
  it('date: string, ISO 8601 UTC timestamp', () => expect(top.date).to.equal('2026-03-01T12:00:00.000Z'));
  it('status: string, approved or pending', async () => {
    expect(top.status).to.equal('approved');
    const { body } = await use().admin('PUT', `/api/comments/${reply.id}`, { status: 'pending' });
    expect(body.comment.status).to.equal('pending');
    await use().admin('PUT', `/api/comments/${reply.id}`, { status: 'approved' });
  });
  it('parent_id: null for a top-level comment', () => expect(top.parent_id).to.equal(null));
  it('parent_id: otherwise the id of the parent comment', () => expect(reply.parent_id).to.equal(top.id));

  it('in the administrator list every item additionally carries post_title (string)', async () => {
    const { body } = await use().admin('GET', '/api/comments');
    expect(body.comments.map((one: { post_title: string }) => one.post_title)).to.deep.equal([
      'Idea',
      'A post',
      'A post',
    ]);
  });
});

describeVisited('contract: guestbook sections', (use) => {
  for (const [section, id] of [
    ['Note', 'gb-note'],
    ['Idea', 'gb-idea'],
  ] as const) {
    it(`${section} has the post id ${id}`, async () => {
      await comment(use(), id, { content: `In ${section}` });
      const { body } = await use().admin('GET', `/api/comments?post=${id}`);
      expect(body.comments[0]).to.include({ post_id: id, post_title: section });
    });
  }

  it('1. Synthetic identifiers start with gb- and never collide with real posts', async () => {
    expect((await use().admin('POST', '/api/posts', { title: 'x', id: 'gb-mine' })).status).to.equal(400);
    expect(await write(use(), { title: 'GB-Idea' })).to.equal('post-gb-idea');
  });

  it('2. Guestbook entries are ordinary comments with post_id equal to gb-note or gb-idea', async () => {
    const [entry] = await listed(use(), 'gb-note');
    const { comment: ordinary } = await comment(use(), 'post-gb-idea');
    expect(entry?.post_id).to.equal('gb-note');
    expect(entry).to.have.all.keys(Object.keys(ordinary));
  });

  it('2. They appear in the administrator comment list and can be moderated and deleted like any comment', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const { body } = await use().admin('GET', '/api/comments');
    expect(body.comments.map((one: CommentShape) => one.id)).to.include(id);
    await use().admin('PUT', `/api/comments/${id}`, { status: 'pending' });
    expect((await listed(use(), 'gb-note')).map((one) => one.id)).to.not.include(id);
    expect((await use().admin('DELETE', `/api/comments/${id}`)).body).to.deep.equal({ ok: true, deleted: 1 });
  });

  it('3. Guestbook content is not part of the RSS feed or the sitemap', async () => {
    for (const path of ['/feed.xml', '/sitemap.xml', '/atom.xml', '/feed.json']) {
      const text = await open(use(), path);
      expect(text, path).to.include('post-gb-idea');
      expect(text, path).to.not.match(/In Note|In Idea|[^-]gb-|guestbook/);
    }
  });

  it('Format of comment id: c- and a sortable unique part', async () => {
    const { id } = (await comment(use(), 'gb-idea')).comment;
    use().clock.advance(1);
    const later = (await comment(use(), 'gb-idea')).comment.id;
    for (const one of [id, later]) expect(one).to.match(/^c-[a-z0-9]{20,}$/);
    expect(later > id).to.equal(true);
  });

  it('Fields for comment likes, featured flag and pinned flag: likes, featured, pinned', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const liked = await use().call('POST', `/api/comments/${id}/like`);
    expect(liked.body).to.deep.equal({ ok: true, likes: 1 });
    const { body } = await use().admin('PUT', `/api/comments/${id}`, { pinned: true, featured: true });
    expect(body.comment).to.include({ likes: 1, pinned: 1, featured: 1 });
  });
});
