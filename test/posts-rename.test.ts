import { expect } from 'chai';

import { Comment } from '../entities/comment.ts';
import { comment, listed } from './support/comments.ts';
import { faces } from './support/faces.ts';
import { somebodyWaits } from './support/locks.ts';
import { open, visit } from './support/pages.ts';
import { change, expectRefusedField, ids, read, rowOf, write } from './support/posts.ts';
import { itOnSqlite, type Answer, type TestService } from './support/service.ts';
import { describeVisited, freshAddress, statuses } from './support/visitors.ts';

const TWENTY = Array.from({ length: 20 }, (_, number) => number);

function rename({ admin }: TestService, id: string, newId: unknown, headers?: Record<string, string>): Promise<Answer> {
  return admin('POST', `/api/posts/${encodeURIComponent(id)}/rename`, { newId }, headers);
}

/** Renames a post, and expects success. */
async function renamed(service: TestService, id: string, newId: string): Promise<void> {
  const { status, body } = await rename(service, id, newId);
  expect(status, JSON.stringify(body)).to.equal(200);
}

/** The target of the redirect of a page; null if there is none. */
async function target(service: TestService, path: string, method?: string): Promise<string | null> {
  const { status, headers } = await visit(service, path, {}, method);
  expect(status, path).to.be.oneOf([301, 404]);
  return status === 301 ? headers.get('location') : null;
}

// docs/interface.md, P3
describeVisited.onBothEngines('posts: renaming', (use, engine) => {
  const itOnce = itOnSqlite(engine);

  for (const [face, callOver] of faces) {
    itOnce(`gives a post another id and version over ${face}, normalized as on creation`, async () => {
      const id = await write(use(), { title: `Over ${face}` });
      const { version, created_at } = await read(use(), id);
      use().clock.advance(1000);
      const input = { id: id.toUpperCase(), newId: `Named-Ü-${face}` };
      const { status, value } = await callOver(use(), 'posts.rename', input, { token: use().token });
      const newId = `named-ü-${face.toLowerCase()}`;
      expect([status, value]).to.deep.equal([200, { ok: true, id: newId, version: version + 1 }]);
      const post = await read(use(), newId);
      expect(post).to.include({ id: newId, title: `Over ${face}`, version: version + 1, created_at });
      expect(post.updated_at > created_at).to.equal(true);
    });

    itOnce(`is rejected over ${face} for a taken id, a missing post, an invalid id, and a stale version`, async () => {
      const id = await write(use(), {});
      const taken = await write(use(), {});
      const outcome = async (input: Record<string, unknown>) => {
        const { code } = await callOver(use(), 'posts.rename', input, { token: use().token });
        return code;
      };
      expect(await outcome({ id, newId: taken.toUpperCase() })).to.equal('POST_EXISTS');
      expect(await outcome({ id: 'nobody', newId: 'somebody' })).to.equal('NOT_FOUND');
      expect(await outcome({ id: 'gb-note', newId: 'somebody' })).to.equal('NOT_FOUND');
      expect(await outcome({ id, newId: 'somebody', ifVersion: 0 })).to.equal('PRECONDITION_FAILED');
      expect(await outcome({ id, newId: id, ifVersion: 0 })).to.equal('PRECONDITION_FAILED');
      for (const newId of ['gb-x', 'a b', '', 'x'.repeat(81), null, undefined]) {
        expect(await outcome({ id, newId }), String(newId)).to.equal('BAD_REQUEST');
      }
      expect(await read(use(), id)).to.include({ id });
      expect(await target(use(), '/posts/somebody')).to.equal(null);
    });

    itOnce(`requires the administrator over ${face}`, async () => {
      const id = await write(use(), {});
      const { code } = await callOver(use(), 'posts.rename', { id, newId: 'stolen' });
      expect(code).to.equal('UNAUTHORIZED');
      expect(await read(use(), id)).to.include({ id });
    });
  }

  itOnce('names the taken id or the invalid field in the error', async () => {
    const id = await write(use(), {});
    await write(use(), { id: 'occupied' });
    expect((await rename(use(), id, 'occupied')).body).to.deep.equal({
      ok: false,
      error: 'A post or page with the id "occupied" already exists; choose another id.',
      code: 'POST_EXISTS',
    });
    expectRefusedField(await rename(use(), id, 'no spaces'), 'newId');
  });

  itOnce('respects If-Match', async () => {
    const id = await write(use(), {});
    const { headers } = await use().admin('GET', `/api/posts/${id}`);
    const stale = await rename(use(), id, 'matched', { 'if-match': '"0"' });
    expect([stale.status, stale.body.currentVersion]).to.deep.equal([412, (await read(use(), id)).version]);
    expect((await rename(use(), id, 'matched', { 'if-match': headers.get('etag')! })).status).to.equal(200);
  });

  it('to the current id changes nothing', async () => {
    const id = await write(use(), { id: 'steady' });
    const before = await rowOf(use(), id);
    use().clock.advance(1000);
    expect((await rename(use(), id, 'Steady')).body).to.deep.equal({ ok: true, id, version: before.version });
    expect(await rowOf(use(), id)).to.deep.equal(before);
  });

  it('keeps comments, counters, tags, search, source and preview links', async () => {
    const service = use();
    const { call, admin, services } = service;
    const item = {
      id: 'full',
      title: 'Full',
      content: 'xylophone',
      tags: ['kept'],
      sourceKey: 'full.md',
      aliases: ['/f'],
    };
    await admin('POST', '/api/admin/import', { posts: [item] });
    const parent = await comment(service, 'full');
    const reply = await comment(service, 'full', { parentId: parent.comment.id });
    await call('POST', '/api/posts/full/view');
    await services.views.flush();
    await call('POST', '/api/posts/full/like');
    const { body: link } = await admin('POST', '/api/posts/full/preview-link', {});
    const before = await read(service, 'full');

    await renamed(service, 'full', 'fuller');
    const { version: _v, updated_at: _u, ...after } = await read(service, 'fuller');
    const { version: _w, updated_at: _x, ...same } = { ...before, id: 'fuller' };
    expect(after).to.deep.equal(same).and.include({ views: 1, likes: 1 });
    const comments = await listed(service, 'fuller');
    expect(comments.map(({ id, post_id, parent_id }) => ({ id, post_id, parent_id }))).to.deep.equal([
      { id: parent.comment.id, post_id: 'fuller', parent_id: null },
      { id: reply.comment.id, post_id: 'fuller', parent_id: parent.comment.id },
    ]);
    expect((await comment(service, 'fuller')).comment.post_id).to.equal('fuller');
    expect((await call('GET', `/api/preview/${link.token}`)).body.post).to.include({ id: 'fuller' });
    expect(ids(await call('GET', '/api/posts?tag=kept'))).to.deep.equal(['fuller']);
    const found = await call('GET', '/api/search?q=xylophone');
    expect(found.body.results.map(({ id }: { id: string }) => id)).to.deep.equal(['fuller']);
    // The same client IP likes and views it once.
    expect((await call('POST', '/api/posts/fuller/like')).body).to.include({ views: 1, likes: 2 });
    const again = await admin('POST', '/api/admin/import', { posts: [item] });
    expect(again.body.results).to.deep.equal([
      {
        sourceKey: 'full.md',
        outcome: 'unchanged',
        id: 'fuller',
        status: 'published',
        redirects: 1,
        activeRedirects: 1,
      },
    ]);
  });

  it('allows an earlier export to find its post', async () => {
    const id = await write(use(), { title: 'Exported' });
    const { created_at } = await read(use(), id);
    await renamed(use(), id, 'exported-and-renamed');
    const item = { title: 'Exported', sourceKey: `octavo:${id}@${created_at}`, id };
    const { body } = await use().admin('POST', '/api/admin/import', { posts: [item] });
    expect(body.results[0]).to.include({ outcome: 'unchanged', id: 'exported-and-renamed' });
  });

  itOnce('redirects the old URL of the page to the new one, including the query', async () => {
    await write(use(), { id: 'früher' });
    await renamed(use(), 'früher', '春');
    const there = `/posts/${encodeURIComponent('春')}`;
    const old = `/posts/${encodeURIComponent('früher')}`;
    for (const path of [old, `${old}/`, `/posts/${encodeURIComponent('FRÜHER')}`]) {
      expect(await target(use(), path), path).to.equal(there);
      expect(await target(use(), path, 'HEAD'), path).to.equal(there);
    }
    expect(await target(use(), `${old}?utm=%20a&before=b`)).to.equal(`${there}?utm=%20a&before=b`);
    const { headers, text } = await visit(use(), old);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('content-security-policy')).to.be.a('string');
    expect(text).to.equal(`This page is now at ${there}\n`);
    expect((await visit(use(), there)).status).to.equal(200);
  });

  itOnce('accepts a comment from a page that was opened under the old id', async () => {
    await write(use(), { id: 'opened' });
    await renamed(use(), 'opened', 'reopened');
    const body = new URLSearchParams({ author: 'Ann', content: 'Written before' });
    const send = (redirect: 'manual' | 'follow') =>
      fetch(`${use().url}/posts/opened/comments`, { method: 'POST', body, redirect, headers: freshAddress() });
    const { status, headers } = await send('manual');
    expect([status, headers.get('location')]).to.deep.equal([308, '/posts/reopened/comments']);
    expect((await send('follow')).status).to.equal(200);
    expect((await listed(use(), 'reopened')).map(({ content }) => content)).to.deep.equal(['Written before']);
  });

  itOnce('leaves nothing under the old id over REST and tRPC', async () => {
    await write(use(), { id: 'before' });
    await renamed(use(), 'before', 'afterwards');
    for (const path of ['/api/posts/before', '/api/posts/before/comments']) {
      const { status, body } = await use().call('GET', path);
      expect([status, body.code], path).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await change(use(), 'before', { title: 'x' })).status).to.equal(404);
    expect((await use().admin('DELETE', '/api/posts/before')).status).to.equal(404);
    expect((await rename(use(), 'before', 'elsewhere')).status).to.equal(404);
  });

  it('several times: every former id redirects to the current one', async () => {
    await write(use(), { id: 'a1' });
    await renamed(use(), 'a1', 'b1');
    expect(await target(use(), '/posts/a1')).to.equal('/posts/b1');
    await renamed(use(), 'b1', 'c1');
    for (const id of ['a1', 'b1']) expect(await target(use(), `/posts/${id}`)).to.equal('/posts/c1');
  });

  it('back to a former id reverses the redirect', async () => {
    await write(use(), { id: 'home1' });
    await renamed(use(), 'home1', 'away1');
    await renamed(use(), 'away1', 'home1');
    expect(await target(use(), '/posts/away1')).to.equal('/posts/home1');
    await open(use(), '/posts/home1');
    await renamed(use(), 'home1', 'away1');
    expect(await target(use(), '/posts/home1')).to.equal('/posts/away1');
  });

  const takers: [how: string, take: (service: TestService, id: string) => Promise<unknown>][] = [
    ['created', (service, id) => write(service, { id, title: 'Taker' })],
    ['created by its title', (service, id) => write(service, { title: id })],
    ['renamed', async (service, id) => renamed(service, await write(service, { title: 'Taker' }), id)],
  ];
  for (const [how, take] of takers) {
    it(`gives a former id to another post that is ${how}, permanently`, async () => {
      const id = `former-${how.replaceAll(' ', '-')}`;
      await write(use(), { id, title: 'Old owner' });
      await renamed(use(), id, `${id}-moved`);
      expect(await target(use(), `/posts/${id}`)).to.equal(`/posts/${id}-moved`);
      await take(use(), id);
      expect(await open(use(), `/posts/${id}`)).to.not.match(/<title>Old owner/);
      expect(await open(use(), `/posts/${id}-moved`)).to.match(/<title>Old owner/);
      await use().admin('DELETE', `/api/posts/${id}`);
      expect(await target(use(), `/posts/${id}`)).to.equal(null);
    });
  }

  it('updates every cached response at once, under both URLs', async () => {
    const { call } = use();
    use().clock.advance(1000); // the newest is on the first page of every list
    await write(use(), { id: 'warm', title: 'Warm post' });
    await comment(use(), 'warm', { content: 'A warm comment' });
    const listings = ['/api/posts', '/api/popular?limit=50', '/feed.xml', '/sitemap.xml', '/'];
    const heat = async () => {
      await visit(use(), '/posts/warm');
      await visit(use(), '/posts/hot');
      for (const id of ['warm', 'hot'])
        for (const path of ['', '/comments']) await call('GET', `/api/posts/${id}${path}`);
      return Promise.all(listings.map(async (path) => (await visit(use(), path)).text));
    };
    for (const text of await heat()) expect(text).to.match(/warm"|posts\/warm\b/);

    await renamed(use(), 'warm', 'hot');
    expect(await target(use(), '/posts/warm')).to.equal('/posts/hot');
    expect(await open(use(), '/posts/hot')).to.match(/<title>Warm post/);
    expect((await call('GET', '/api/posts/warm')).status).to.equal(404);
    expect((await call('GET', '/api/posts/warm/comments')).status).to.equal(404);
    expect((await call('GET', '/api/posts/hot')).body.post).to.include({ id: 'hot' });
    expect((await listed(use(), 'hot')).map(({ content }) => content)).to.deep.equal(['A warm comment']);
    for (const text of await heat()) {
      expect(text).to.match(/hot"|posts\/hot\b/);
      expect(text).to.not.match(/"warm"|posts\/warm\b/);
    }

    await comment(use(), 'hot', { content: 'Another' });
    expect(await listed(use(), 'hot')).to.have.length(2);
    await renamed(use(), 'hot', 'warm');
    expect(await open(use(), '/posts/warm')).to.match(/<title>Warm post/);
    expect(await target(use(), '/posts/hot')).to.equal('/posts/warm');
  });

  it('waits for a concurrent change of a comment, which invalidates the former id', async () => {
    const { database } = use();
    await write(use(), { id: 'waiting' });
    const { id } = (await comment(use(), 'waiting')).comment;
    const done: string[] = [];
    let renaming: Promise<unknown> | undefined;
    await database.orm.em.fork().transactional(async (tx) => {
      await tx.nativeUpdate(Comment, { id }, { status: 'pending' });
      renaming = renamed(use(), 'waiting', 'waited').then(() => done.push('renamed'));
      // SQLite has one writer anyway.
      if (database.dialect === 'postgres') await somebodyWaits(database, () => done.length > 0);
      done.push('moderated');
    });
    await renaming;
    expect(done).to.deep.equal(['moderated', 'renamed']);
    expect(await listed(use(), 'waited')).to.deep.equal([]);
  });

  itOnce('does not disclose a draft by its former id, and redirects once it is published', async () => {
    await write(use(), { id: 'shy', status: 'draft' });
    await renamed(use(), 'shy', 'secret-plan');
    expect(await target(use(), '/posts/shy')).to.equal(null);
    const { status } = await visit(use(), '/posts/shy', { authorization: `Bearer ${use().token}` });
    expect(status).to.equal(404);
    await change(use(), 'secret-plan', { status: 'published' });
    expect(await target(use(), '/posts/shy')).to.equal('/posts/secret-plan');
    await change(use(), 'secret-plan', { status: 'draft' });
    expect(await target(use(), '/posts/shy')).to.equal(null);
  });

  it('is deleted with the post', async () => {
    await write(use(), { id: 'mortal' });
    await renamed(use(), 'mortal', 'late');
    await use().admin('DELETE', '/api/posts/late');
    expect(await target(use(), '/posts/mortal')).to.equal(null);
    await write(use(), { id: 'late' });
    expect(await target(use(), '/posts/mortal')).to.equal(null);
  });

  // docs/interface.md, P12, P14
  itOnce('does not disclose a scheduled post by its former id, and redirects from its time on', async () => {
    const publishAt = new Date(use().clock.now() + 60_000).toISOString();
    await write(use(), { id: 'early', publishAt });
    await renamed(use(), 'early', 'right-on-time');
    const { status, text } = await visit(use(), '/posts/early');
    expect(status).to.equal(404);
    expect(text).to.not.include('right-on-time');
    use().clock.advance(60_000);
    expect(await target(use(), '/posts/early')).to.equal('/posts/right-on-time');
  });

  it('invalidates responses under a former id when the post changes, is hidden or deleted', async () => {
    const heard: string[] = [];
    use().changes.listen((tags) => void heard.push(...tags));
    const tagsOf = async (work: () => Promise<unknown>) => {
      heard.length = 0;
      await work();
      return heard;
    };
    await write(use(), { id: 'one1' });
    await renamed(use(), 'one1', 'two1');
    expect(await tagsOf(() => renamed(use(), 'two1', 'three1'))).to.include.members([
      'post:one1',
      'post:two1',
      'post:three1',
    ]);
    const hide = () => change(use(), 'three1', { status: 'draft' });
    expect(await tagsOf(hide)).to.include.members(['post:one1', 'post:two1', 'post:three1']);
    const remove = () => use().admin('DELETE', '/api/posts/three1');
    expect(await tagsOf(remove)).to.include.members(['post:one1', 'post:two1', 'post:three1']);
  });

  it('gives an id to exactly one of twenty posts that request it', async () => {
    const wishing: string[] = [];
    for (const number of TWENTY) wishing.push(await write(use(), { id: `wishing-${number}` }));
    const answers = await Promise.all(wishing.map((id) => rename(use(), id, 'wanted-by-all')));
    expect(statuses(answers)).to.deep.equal([200, ...Array<number>(19).fill(409)]);
  });

  it('of one post to twenty ids concurrently leaves exactly one', async () => {
    await write(use(), { id: 'torn' });
    const answers = await Promise.all(TWENTY.map((number) => rename(use(), 'torn', `torn-${number}`)));
    expect(statuses(answers)).to.deep.equal([200, ...Array<number>(19).fill(404)]);
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(await target(use(), '/posts/torn')).to.equal(`/posts/${body.id}`);
  });
});
