import { expect } from 'chai';

import { newKey } from './support/keys.ts';
import { open, visit } from './support/pages.ts';
import { change, expectRefusedField, ids, read, write } from './support/posts.ts';
import { found } from './support/search.ts';
import { itOnSqlite } from './support/service.ts';
import { until } from './support/until.ts';
import { describeVisited, refusal } from './support/visitors.ts';

describeVisited.onBothEngines('taxonomy', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const at = (kind: string, name: string) => `/api/admin/names/${kind}/${encodeURIComponent(name)}`;
  const rename = (kind: string, name: string, newName: string, merge?: boolean) =>
    use().admin('POST', `${at(kind, name)}/rename`, { newName, ...(merge !== undefined && { merge }) });
  const listed = async (kind: string, search: string) =>
    (await use().admin('GET', `/api/admin/names/${kind}?search=${encodeURIComponent(search)}`)).body;
  const target = async (path: string) => {
    const { status, headers } = await visit(use(), path);
    return status === 301 ? headers.get('location') : status;
  };

  // docs/interface.md, P40
  it('lists names with their posts, drafts and pages', async () => {
    const { clock } = use();
    const tomorrow = new Date(clock.now() + 86_400_000).toISOString();
    for (const fields of [{}, {}, { status: 'draft' }, { publishAt: tomorrow }]) {
      await write(use(), { tags: ['Count-A', 'count-b'], category: 'Counted', ...fields });
    }
    await use().admin('POST', '/api/pages', { title: 'Counted', tags: ['count-b'] });
    const counts = { description: '', picture: '', color: '', published: 2, others: 2 };
    expect(await listed('tag', 'COUNT-')).to.deep.equal({
      ok: true,
      names: [
        { name: 'Count-A', ...counts, pages: 0 },
        { name: 'count-b', ...counts, pages: 1 },
      ],
      total: 2,
      page: 1,
      pageSize: 10,
    });
    expect((await listed('category', 'counted')).names).to.deep.equal([{ name: 'Counted', ...counts, pages: 0 }]);
  });

  // docs/interface.md, P41
  it('renames a tag in all posts, each with a version and a revision, and nothing else', async () => {
    const one = await write(use(), { tags: ['x', 'ships', 'y'], content: 'about a harbour' });
    const two = await write(use(), { tags: ['ships'], status: 'draft' });
    const other = await write(use(), { tags: ['shipsy'], category: 'ships' });
    const before = { one: await read(use(), one), other: await read(use(), other) };
    expect((await rename('tag', 'ships', ' boats ')).body).to.deep.equal({ ok: true, name: 'boats', changed: 2 });
    const after = await read(use(), one);
    expect(after).to.deep.equal({ ...before.one, tags: ['x', 'boats', 'y'], version: after.version });
    expect(after.version).to.be.greaterThan(before.one.version);
    expect((await read(use(), two)).tags).to.deep.equal(['boats']);
    expect(await read(use(), other)).to.deep.equal(before.other);
    const { revisions } = (await use().admin('GET', `/api/posts/${one}/revisions`)).body;
    expect(revisions).to.have.length(2);
    const { revision } = (await use().admin('GET', `/api/posts/${one}/revisions/${before.one.version}`)).body;
    expect(revision.tags).to.deep.equal(['x', 'ships', 'y']);
    expect(ids(await use().call('GET', '/api/posts?tag=boats'))).to.deep.equal([one]);
    expect(ids(await use().call('GET', '/api/posts?search=boats'))).to.deep.equal([one]);
    expect(ids(await use().call('GET', '/api/posts?tag=ships'))).to.deep.equal([]);
    await until(async () => (await found(use(), 'boats')).includes(one));
    expect(await found(use(), 'ships')).to.not.include(one);
    expect((await use().call('GET', '/api/changes')).body.changes.map(({ id }: { id: string }) => id)).to.include(one);
  });

  // docs/interface.md, P41, P42
  it('merges only when asked to', async () => {
    const one = await write(use(), { tags: ['cat', 'z', 'cats'] });
    const two = await write(use(), { tags: ['cat'] });
    expect((await rename('tag', 'cat', 'cats')).body).to.include({ ok: false, code: 'NAME_EXISTS' });
    expect((await rename('tag', 'cat', 'cats', false)).status).to.equal(409);
    expect((await rename('tag', 'cat', 'cats', true)).body.changed).to.equal(2);
    expect((await read(use(), one)).tags).to.deep.equal(['cats', 'z']);
    expect((await read(use(), two)).tags).to.deep.equal(['cats']);
    expect(await target('/tags/cat')).to.equal('/tags/cats');
  });

  it('renames and deletes categories, and rejects what is none', async () => {
    const id = await write(use(), { category: 'Trips' });
    expect((await rename('category', 'Trips', 'Über / Land')).body.changed).to.equal(1);
    expect((await read(use(), id)).category).to.equal('Über / Land');
    expect(await target('/categories/Trips')).to.equal('/categories/%C3%9Cber%20%2F%20Land');
    expect((await use().admin('DELETE', at('category', 'Über / Land'))).body).to.deep.equal({
      ok: true,
      name: 'Über / Land',
      changed: 1,
    });
    expect((await read(use(), id)).category).to.equal('');
    expect(await target('/categories/Trips')).to.equal(404);
    for (const name of ['Trips', '', '\u0000']) {
      expect((await refusal(use().trpc().taxonomy.delete.mutate({ kind: 'category', name }))).code).to.equal(
        'NOT_FOUND',
      );
    }
    expectRefusedField(await rename('tag', 'none', ' \u200b '), 'newName');
    expectRefusedField(await rename('tag', 'none', 'x'.repeat(51)), 'newName');
  });

  // docs/interface.md, P42
  it('redirects former names in one hop, never in a loop, until the name is used again', async () => {
    const id = await write(use(), { tags: ['r 1'] });
    for (const [from, to] of [
      ['r 1', 'r 2'],
      ['r 2', 'r 3'],
      ['r 3', 'r 4'],
    ])
      await rename('tag', from!, to!);
    for (const old of ['r%201', '%72%202', 'r 3']) {
      expect(await target(`/tags/${old}`)).to.equal('/tags/r%204');
      expect(await target(`/tags/${old}?page=2`)).to.equal('/tags/r%204?page=2');
      for (const file of ['feed.xml', 'atom.xml', 'feed.json']) {
        expect(await target(`/tags/${old}/${file}`)).to.equal(`/tags/r%204/${file}`);
      }
    }
    expect(await target('/tags/R%201')).to.equal(404);
    await rename('tag', 'r 4', 'r 1');
    expect(await target('/tags/r%201')).to.equal(200);
    expect(await target('/tags/r%204')).to.equal('/tags/r%201');
    expect(await target('/tags/r%202')).to.equal('/tags/r%201');
    const again = await write(use(), { tags: ['r 2'] });
    expect(await target('/tags/r%202')).to.equal(200);
    await change(use(), again, { status: 'draft' });
    expect(await target('/tags/r%202')).to.equal('/tags/r%201');
    await change(use(), id, { status: 'draft' });
    expect(await target('/tags/r%204'), 'a name that only drafts have').to.equal(404);
  });

  // docs/interface.md, P43, F29
  // docs/interface.md, P43
  itOnce('shows the picture and the colour of a name on its page, and takes them along', async () => {
    await write(use(), { tags: ['look'] });
    await write(use(), { tags: ['other-look'] });
    const set = (name: string, fields: object) => use().admin('PUT', at('tag', name), fields);
    const picture = 'https://img.example/a.png';
    expect((await set('look', { picture, color: '#AA3355' })).body).to.deep.include({ picture, color: '#aa3355' });
    const look = { description: 'Seen', picture, color: '#aa3355' };
    expect((await set('look', { description: 'Seen' })).body).to.deep.equal({ ok: true, name: 'look', ...look });
    expect((await listed('tag', 'look')).names[0]).to.include(look);
    const page = await open(use(), '/tags/look');
    expect(page).to.include(`<img class="name-picture" src="${picture}"`);
    expect(page).to.include(`property="og:image" content="${picture}"`);
    const [, file] = /href="(\/assets\/accent-aa3355\.css[^"]*)"/.exec(page)!;
    expect(await open(use(), file!)).to.match(/^:root\{--accent:light-dark\(#\w{6}, #\w{6}\)/);
    for (const [field, value] of [
      ['color', 'red'],
      ['color', '#12345'],
      ['picture', 'javascript:1'],
      ['picture', 'https://a:b@c.example/'],
    ] as const) {
      expectRefusedField(await set('look', { [field]: value }), field);
    }
    await set('other-look', { color: '#000000' });
    await rename('tag', 'look', 'other-look', true);
    expect((await listed('tag', 'other-look')).names[0]).to.include({ ...look, color: '#000000' });
    await set('other-look', { description: '', picture: '', color: '' });
    expect(await open(use(), '/tags/other-look')).to.not.match(/name-picture|accent-/);
  });

  itOnce('describes names on their pages and in their feeds, and takes the description along', async () => {
    await write(use(), { tags: ['d-one'], title: 'Described' });
    await write(use(), { tags: ['d-two'] });
    const describe = (name: string, description: string) => use().admin('PUT', at('tag', name), { description });
    expect((await describe('d-none', 'x')).status).to.equal(404);
    const first = { ok: true, name: 'd-one', description: 'One & <all>', picture: '', color: '' };
    expect((await describe('d-one', ' One & <all> ')).body).to.deep.equal(first);
    expect(await open(use(), '/tags/d-one')).to.include('One &amp; &lt;all&gt;</p>');
    expect(await open(use(), '/tags/d-one')).to.include('<meta name="description" content="One &amp; &lt;all&gt;">');
    const page = await open(use(), '/tags/d-one');
    const feeds = page.matchAll(/<link rel="alternate" type="([^"]+)" title="d-one [^"]+" href="([^"]+)">/g);
    expect([...feeds].map(([, type, path]) => `${type} ${path}`)).to.deep.equal([
      'application/rss+xml /tags/d-one/feed.xml',
      'application/atom+xml /tags/d-one/atom.xml',
      'application/feed+json /tags/d-one/feed.json',
    ]);
    const feed = await open(use(), '/tags/d-one/feed.xml');
    expect(feed).to.include('<description>One &amp; &lt;all&gt;</description>').and.include('Described');
    expect(JSON.parse(await open(use(), '/tags/d-one/feed.json'))).to.include({
      description: 'One & <all>',
      feed_url: `${use().url}/tags/d-one/feed.json`,
    });
    await rename('tag', 'd-one', 'd-two', true);
    expect((await listed('tag', 'd-two')).names[0]).to.include({ description: 'One & <all>', published: 2 });
    await describe('d-two', 'Two');
    expect(await open(use(), '/tags/d-two')).to.include('Two</p>');
    await describe('d-two', '');
    expect((await listed('tag', 'd-two')).names[0]).to.include({ description: '' });
    expectRefusedField(await describe('d-two', 'x'.repeat(501)), 'description');
  });

  // docs/interface.md, P44
  it('renames in working copies, and an editor with the former version learns of it', async () => {
    const id = await write(use(), { tags: ['w-old'], content: 'text' });
    const { version } = await read(use(), id);
    const copy = { baseVersion: version, fields: { title: 'Later', tags: ['w-old', 'w'] } };
    const { savedAt } = (await use().admin('PUT', `/api/posts/${id}/working-copy`, copy)).body;
    const plain = await write(use(), { tags: [] });
    const before = await read(use(), plain);
    const added = { baseVersion: before.version, fields: { tags: ['w-old'] } };
    await use().admin('PUT', `/api/posts/${plain}/working-copy`, added);
    expect((await rename('tag', 'w-old', 'w-new')).body.changed).to.equal(1);
    const { workingCopy } = (await use().admin('GET', `/api/posts/${id}/working-copy`)).body;
    expect(workingCopy.fields).to.deep.equal({ title: 'Later', tags: ['w-new', 'w'] });
    expect(workingCopy.savedAt > savedAt).to.equal(true);
    const stale = await change(use(), id, { title: 'Stale', ifVersion: version });
    expect(stale.body).to.include({ code: 'PRECONDITION_FAILED', currentVersion: workingCopy.baseVersion });
    const published = await use().admin('POST', `/api/posts/${id}/working-copy/publish`);
    expect(published.status, JSON.stringify(published.body)).to.equal(200);
    expect(await read(use(), id)).to.deep.include({ title: 'Later', tags: ['w-new', 'w'] });
    expect(await read(use(), plain)).to.deep.equal(before);
    await use().admin('POST', `/api/posts/${plain}/working-copy/publish`);
    expect((await read(use(), plain)).tags).to.deep.equal(['w-new']);
  });

  itOnce('is open to API keys with the scope posts', async () => {
    await write(use(), { tags: ['k-old'] });
    const token = await newKey(use(), 'posts');
    const { body } = await use().call('POST', `${at('tag', 'k-old')}/rename`, { token, body: { newName: 'k-new' } });
    expect(body.changed).to.equal(1);
  });

  // docs/interface.md, P41
  it('changes more posts than fit into one statement', async () => {
    const posts = Array.from({ length: 250 }, (_, n) => ({
      title: `Many ${n}`,
      content: `words ${n}`,
      date: '2024-02-04',
      sourceKey: `many-${n}`,
      tags: ['many', `n${n}`],
    }));
    for (let n = 0; n < 250; n += 50) {
      await use().admin('POST', '/api/admin/import', { posts: posts.slice(n, n + 50) });
    }
    expect((await rename('tag', 'many', 'lots')).body.changed).to.equal(250);
    expect((await use().call('GET', '/api/posts?tag=lots')).body.total).to.equal(250);
    expect((await use().admin('DELETE', at('tag', 'lots'))).body.changed).to.equal(250);
    expect((await use().call('GET', '/api/posts?tag=lots')).body.total).to.equal(0);
  });
});
