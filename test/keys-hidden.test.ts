import { expect } from 'chai';

import type { Scope } from '../shared/key-scopes.ts';
import { comment, expectRefusal } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import type { Answer } from './support/service.ts';
import { openTestStream } from './support/stream.ts';
import { describeVisited, refusal } from './support/visitors.ts';

const SECRET = 'Resignation';
/** Every scope but those with which hidden posts are seen, and that which exports everything. */
const others: Scope[] = ['read', 'comments', 'media', 'events'];

/** What an API key without the scope `drafts` is told about hidden posts. */
describeVisited.onBothEngines('API keys and hidden posts', (use) => {
  /** The ids of comments on `shown`, `planned`, `draft` and on the page `hidden-page`. */
  const ids: Record<string, string> = {};
  let limited: string;
  let whole: string;

  const list = async (token: string, query = '') => (await use().call('GET', `/api/comments?${query}`, { token })).body;
  const idsIn = ({ comments }: Answer['body']) => comments.map(({ id }: { id: string }) => id);

  beforeEach(async () => {
    for (const table of ['comments', 'posts', 'events'] as const)
      await use().database.kysely.deleteFrom(table).execute();
    for (const id of ['shown', 'planned', 'draft'])
      await write(use(), { id, title: id === 'shown' ? 'Shown' : SECRET });
    await use().admin('POST', '/api/pages', { id: 'hidden-page', title: SECRET, allowComments: true });
    for (const id of ['shown', 'planned', 'draft', 'hidden-page']) {
      ids[id] = (await comment(use(), id, { author: 'Ann', content: `On ${id}` })).comment.id;
    }
    ids['guestbook'] = (await comment(use(), 'gb-note', { author: 'Ann', content: 'In the guestbook' })).comment.id;
    await use().admin('PUT', '/api/posts/planned', { publishAt: '2999-01-01T00:00:00Z' });
    await use().admin('PUT', '/api/posts/draft', { status: 'draft' });
    await use().admin('PUT', '/api/pages/hidden-page', { status: 'draft' });
    limited = await newKey(use(), 'comments');
    whole = await newKey(use(), 'comments', 'drafts');
  });

  // docs/interface.md, A25
  it('are not told of comments on these in lists, totals and searches', async () => {
    const seen = [ids['guestbook'], ids['shown']];
    for (const query of ['', 'order=held', 'status=approved', 'search=On', 'pageSize=1&page=2']) {
      const [mine, all] = [await list(limited, query), await list(whole, query)];
      expect(JSON.stringify(mine), query).to.not.include(SECRET);
      expect(
        idsIn(mine).every((id: string) => seen.includes(id)),
        query,
      ).to.equal(true);
      expect(all.total - mine.total, query).to.equal(3);
    }
    expect(idsIn(await list(limited))).to.deep.equal(seen);
    for (const post of ['planned', 'draft', 'hidden-page']) {
      expect(await list(limited, `post=${post}`)).to.deep.include({ comments: [], total: 0 });
      expect(await list(whole, `post=${post}`)).to.include({ total: 1 });
    }
    const trpc = await use().trpc(limited).comments.all.query({});
    expect(trpc.comments.map(({ id }) => id)).to.deep.equal(seen);
    expect((await use().admin('GET', '/api/comments')).body.total).to.equal(5);
    use().clock.jump(Date.parse('2999-01-02T00:00:00Z') - use().clock.now());
    const later = await newKey(use(), 'comments');
    expect((await list(later)).total).to.equal(3);
    use().clock.jump(Date.parse('2026-03-01T12:00:00Z') - use().clock.now());
  });

  // docs/interface.md, A25
  it('cannot moderate, answer, like or delete comments on these: 404 as if there were none', async () => {
    for (const post of ['planned', 'draft', 'hidden-page']) {
      const path = `/api/comments/${ids[post]}`;
      const call = (token: string, method: string, at: string, body?: object) =>
        use().call(method, at, { token, ...(body && { body }) });
      const unknown = await call(limited, 'PUT', '/api/comments/c-none', { pinned: true });
      const refused = await call(limited, 'PUT', path, { pinned: true });
      expect([refused.status, refused.body], post).to.deep.equal([404, unknown.body]);
      expectRefusal(await call(limited, 'POST', `${path}/reply`, { content: 'Mine' }), 404, 'NOT_FOUND');
      expectRefusal(await call(limited, 'POST', `${path}/like`), 404, 'NOT_FOUND');
      expectRefusal(await call(limited, 'DELETE', path), 404, 'NOT_FOUND');
      expectRefusal(await call(limited, 'GET', `/api/posts/${post}/comments`), 404, 'NOT_FOUND');
      expectRefusal(await call(limited, 'GET', `/api/posts/${post}/comments/${ids[post]}`), 404, 'NOT_FOUND');
      const { comments } = use().trpc(limited);
      for (const refusing of [
        comments.moderate.mutate({ id: ids[post]!, status: 'pending' }),
        comments.reply.mutate({ id: ids[post]!, content: 'Mine' }),
        comments.delete.mutate({ id: ids[post]! }),
      ]) {
        expect(await refusal(refusing)).to.include({ status: 404, code: 'NOT_FOUND' });
      }
      expect((await call(whole, 'PUT', path, { pinned: true })).status).to.equal(200);
      expect((await call(whole, 'POST', `${path}/reply`, { content: `Mine on ${post}` })).status).to.equal(201);
    }
    expect((await use().admin('GET', '/api/comments')).body.total).to.equal(8);
  });

  // docs/interface.md, A25
  it('leave comments on these out of bulk changes, by ids and by filter', async () => {
    const bulk = async (token: string, body: object) =>
      (await use().call('POST', '/api/comments/bulk', { token, body })).body;
    expect(await bulk(limited, { action: 'hold', ids: Object.values(ids) })).to.deep.equal({ ok: true, changed: 2 });
    expect(await bulk(whole, { action: 'hold', ids: Object.values(ids) })).to.deep.equal({ ok: true, changed: 3 });
    const pending = { action: 'approve', filter: { status: 'pending' } };
    expect((await bulk(limited, { ...pending, expected: 5 })).code).to.equal('PRECONDITION_FAILED');
    expect(await bulk(limited, { ...pending, expected: 2 })).to.include({ changed: 2, left: 0 });
    expect(await bulk(limited, { action: 'delete', filter: { post: 'draft' }, expected: 0 })).to.include({
      changed: 0,
    });
    expect(await bulk(limited, { action: 'delete', ids: Object.values(ids) })).to.deep.equal({ ok: true, changed: 2 });
    expect((await use().admin('GET', '/api/comments')).body.total).to.equal(3);
  });

  // docs/interface.md, F7
  it('count these among the uses of a file without naming them, nor working copies', async () => {
    const url = 'https://pictures.example/harbour.jpg';
    const { id } = (await use().admin('POST', '/api/media', { url })).body.media;
    const content = `![](${url})`;
    const save = async (post: string) =>
      expect(
        (await use().admin('PUT', `/api/posts/${post}/working-copy`, { baseVersion: 1, fields: { cover: url } }))
          .status,
      ).to.equal(200);
    for (const post of ['shown', 'planned', 'draft']) await use().admin('PUT', `/api/posts/${post}`, { content });
    await use().admin('PUT', '/api/pages/hidden-page', { content });
    await save('shown');
    await write(use(), { id: 'copied', title: 'Copied' });
    await save('copied');
    const uses = async (...scopes: Scope[]) => {
      const token = await newKey(use(), ...scopes);
      const rest = (await use().call('GET', `/api/media/${id}/uses`, { token })).body;
      expect(await use().trpc(token).media.uses.query({ id })).to.deep.equal(rest);
      return rest;
    };
    const named = ({ posts }: Answer['body']) =>
      posts.map((one: { id: string; where: string }) => `${one.id} ${one.where}`);
    const mine = await uses('media');
    expect(mine).to.deep.include({ total: 5, hidden: 4, posts: [{ id: 'shown', title: 'Shown', where: 'content' }] });
    const all = await uses('media', 'drafts');
    expect(all).to.include({ total: 5, hidden: 0 });
    expect(named(all)).to.have.members([
      'shown content',
      'shown workingCopy',
      'copied workingCopy',
      'planned content',
      'draft content',
      'hidden-page content',
    ]);
    expect((await use().admin('GET', `/api/media/${id}/uses`)).body).to.deep.equal(all);
  });

  // docs/interface.md, A25, K22
  it('get no event of comments on these, and none of what is changed while a post is hidden', async () => {
    const streams = [];
    for (const scopes of [['events'], ['events', 'drafts']] as Scope[][]) {
      streams.push(await openTestStream(use().url, await newKey(use(), ...scopes)));
    }
    for (const stream of streams) await stream.next();
    await use().admin('POST', `/api/comments/${ids['draft']}/reply`, { content: `On the ${SECRET}` });
    await use().admin('PUT', `/api/comments/${ids['planned']}`, { status: 'pending' });
    await use().admin('PUT', `/api/comments/${ids['planned']}`, { status: 'approved' });
    await use().admin('PUT', '/api/posts/shown', { status: 'draft', title: SECRET, excerpt: SECRET });
    await use().admin('DELETE', `/api/comments/${ids['shown']}`);
    await use().admin('POST', `/api/comments/${ids['guestbook']}/reply`, { content: 'Last' });
    const told = await Promise.all(
      streams.map(async (stream) => {
        const messages = [];
        do messages.push(await stream.next());
        while (!JSON.stringify(messages.at(-1)).includes('"Last"'));
        stream.leave();
        return messages;
      }),
    );
    const types = told.map((messages) => messages.map((message) => message?.type));
    expect(types[0]).to.deep.equal(['post.unpublished', 'comment.deleted', 'comment.created']);
    expect(types[1]).to.deep.equal(['comment.created', 'comment.approved', ...types[0]!]);
    expect(JSON.stringify(told[0])).to.not.include(SECRET);
    expect(told[0]?.[0]?.data).to.include({ id: 'shown', title: 'Shown' });
  });

  // docs/interface.md, A25
  it('are told of none of these anywhere, whatever their other scopes', async () => {
    await use().admin('PUT', '/api/posts/shown', { tags: ['public-tag'] });
    await use().admin('PUT', '/api/posts/draft', { tags: ['secret-tag'], category: 'Secret category' });
    const token = await newKey(use(), ...others);
    const paths = [
      '/api/posts',
      '/api/posts?status=draft',
      '/api/posts?search=resignation',
      '/api/posts/draft',
      '/api/posts/draft?include=html',
      '/api/pages',
      '/api/pages/hidden-page',
      '/api/search?q=resignation',
      '/api/search?q=secret',
      '/api/popular',
      '/api/stats',
      '/api/changes',
      '/api/comments',
      '/api/comments/counts?ids=draft,planned,hidden-page',
      '/api/media',
      '/feed.xml',
      '/sitemap.xml',
      '/posts/draft',
      '/posts/draft.md',
      '/llms.txt',
    ];
    for (const path of paths) {
      const { body } = await use().call('GET', path, { token });
      expect(JSON.stringify(body), path).to.not.match(/Resignation|secret-tag|Secret category/);
    }
    const counts = (await use().call('GET', '/api/comments/counts?ids=draft,planned,hidden-page,shown', { token }))
      .body;
    expect(counts.counts).to.deep.equal({ draft: 0, planned: 0, 'hidden-page': 0, shown: 1 });
    // What is not public is behind scopes that the key lacks.
    for (const path of [
      '/api/admin/posts',
      '/api/admin/names/tag',
      '/api/posts/draft/revisions',
      '/api/posts/draft/working-copy',
      '/api/posts/draft/preview-links',
      '/api/admin/export',
      '/api/admin/stats',
      '/api/admin/jobs',
      '/api/admin/health',
      '/api/admin/webhooks',
    ]) {
      const { status, body } = await use().call('GET', path, { token });
      expect([status, body.code], path).to.deep.equal([403, 'SCOPE_MISSING']);
    }
  });

  // docs/interface.md, A25
  it('of agents are not told either', async () => {
    const token = await newKey(use(), ...others);
    const tool = async (name: string, args: object) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const headers = { accept: 'application/json, text/event-stream' };
      return JSON.stringify((await use().call('POST', '/mcp', { token, body, headers })).body);
    };
    expect(await tool('list_all_comments', {}))
      .to.include('On shown')
      .and.not.include(SECRET);
    expect(await tool('search_posts', { q: 'resignation' })).to.not.include(SECRET);
    expect(await tool('list_posts', {}))
      .to.include('Shown')
      .and.not.include(SECRET);
    for (const [name, args] of [
      ['read_post', { id: 'draft' }],
      ['read_page', { id: 'hidden-page' }],
      ['list_comments', { id: 'draft' }],
      ['moderate_comment', { id: ids['draft'], status: 'pending' }],
      ['reply_to_comment', { id: ids['draft'], content: 'Mine' }],
    ] as const) {
      expect(await tool(name, args), name)
        .to.include('NOT_FOUND')
        .and.not.include(SECRET);
    }
  });
});
