import { expect } from 'chai';

import { newKey } from './support/keys.ts';
import { visit } from './support/pages.ts';
import { change, expectRefusedField, ids, read, write } from './support/posts.ts';
import { exported, take } from './support/transfer.ts';
import { itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const PATH = '/api/admin/authors';

describeVisited.onBothEngines('authors', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const add = async (id: string, fields: object = {}) =>
    (await use().admin('POST', PATH, { id, name: id.toUpperCase(), ...fields })).body;
  const rename = (id: string, name: string) => use().admin('PUT', `${PATH}/${id}`, { name });
  const structured = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as Record<string, unknown>;

  // docs/interface.md, B1
  it('are added with an id or one made from the name, changed in part, listed by name, and deleted', async () => {
    const links = [{ label: 'Home', url: 'https://ada.example/' }];
    const first = await use().admin('POST', PATH, {
      name: 'Crud Ada',
      bio: 'Ships.\nFerries.',
      picture: '/a.jpg',
      links,
    });
    expect(first.status).to.equal(201);
    expect(first.headers.get('location')).to.equal(`${PATH}/crud-ada`);
    const author = { id: 'crud-ada', name: 'Crud Ada', bio: 'Ships.\nFerries.', picture: '/a.jpg', links };
    expect(first.body).to.deep.equal({ ok: true, author });
    const second = await add('Crud-B', { name: 'Crud Bea' });
    expect(second.author).to.deep.equal({ id: 'crud-b', name: 'Crud Bea', bio: '', picture: '', links: [] });
    const third = (await use().admin('POST', PATH, { name: 'Crud Ada', id: null })).body;
    expect(third.author.id).to.equal('crud-ada-2');
    const { body } = await use().admin('PUT', `${PATH}/CRUD-ada`, { bio: 'Rivers.' });
    expect(body).to.deep.equal({ ok: true, author: { ...author, bio: 'Rivers.' }, changed: 0 });
    const listed = (await use().call('GET', '/api/authors')).body.authors.filter(({ id }: { id: string }) =>
      id.startsWith('crud'),
    );
    expect(listed).to.deep.equal([{ ...author, bio: 'Rivers.' }, third.author, second.author]);
    const all = (await use().admin('GET', PATH)).body.authors;
    expect(all.find(({ id }: { id: string }) => id === 'crud-b')).to.deep.equal({ ...second.author, posts: 0 });
    const gone = await use().admin('DELETE', `${PATH}/crud-ada-2`);
    expect(gone.body).to.deep.equal({ ok: true, id: 'crud-ada-2', changed: 0 });
    expect((await use().admin('DELETE', `${PATH}/crud-ada-2`)).status).to.equal(404);
    expect((await rename('crud-ada-2', 'X')).body.code).to.equal('NOT_FOUND');
  });

  itOnce('are refused with a taken id, without a name, and by keys without the scope', async () => {
    await add('once');
    expect((await use().admin('POST', PATH, { id: 'once', name: 'Again' })).body.code).to.equal('AUTHOR_EXISTS');
    expectRefusedField(await use().admin('POST', PATH, { id: 'other' }), 'name');
    expectRefusedField(await use().admin('POST', PATH, { name: 'X', picture: 'javascript:alert(1)' }), 'picture');
    expectRefusedField(await use().admin('POST', PATH, { name: 'X', picture: 'https://a:b@c.example/' }), 'picture');
    expectRefusedField(
      await use().admin('POST', PATH, { name: 'X', links: [{ label: 'X', url: 'javascript:1' }] }),
      'links',
    );
    const headers = { authorization: `Bearer ${await newKey(use(), 'comments')}` };
    expect((await use().call('GET', PATH, { headers })).status).to.equal(403);
    expect((await use().call('POST', PATH, { headers, body: { name: 'X' } })).status).to.equal(403);
    expect((await use().call('POST', PATH, { body: { name: 'X' } })).status).to.equal(401);
  });

  // docs/interface.md, B2
  it('sign posts and pages: their names are the author, whatever is sent', async () => {
    for (const id of ['sign-a', 'sign-b', 'sign-c']) await add(id);
    const authors = ['sign-c', 'sign-a', 'sign-b'];
    const id = await write(use(), {
      authors: ['SIGN-C', 'sign-a', 'sign-c', 'sign-b'],
      author: 'Nobody',
      tags: ['signed'],
    });
    const author = 'SIGN-C, SIGN-A, SIGN-B';
    expect(await read(use(), id)).to.deep.include({ author, authors });
    const [summary] = (await use().call('GET', '/api/posts?tag=signed')).body.posts;
    expect(summary).to.include({ author }).and.not.have.property('authors');
    const { version } = await read(use(), id);
    expect((await change(use(), id, { author: 'Me' })).body.version).to.equal(version);
    await change(use(), id, { author: 'X'.repeat(200), title: 'New' });
    expect(await read(use(), id)).to.deep.include({ author, authors, title: 'New' });
    await change(use(), id, { authors: [] });
    expect(await read(use(), id)).to.deep.include({ author: '', authors: [] });
    const { revision } = (await use().admin('GET', `/api/posts/${id}/revisions/${version}`)).body;
    expect(revision).to.deep.include({ author, authors });
    await use().admin('POST', `/api/posts/${id}/revisions/${version}/restore`);
    expect(await read(use(), id)).to.deep.include({ author, authors });
    await change(use(), id, { authors: [], author: 'Solo' });
    expect(await read(use(), id)).to.deep.include({ author: 'Solo', authors: [] });
    const page = (await use().admin('POST', '/api/pages', { title: 'Signed page', authors: ['sign-a'] })).body.id;
    expect((await use().call('GET', `/api/pages/${page}`)).body.page).to.deep.include({
      author: 'SIGN-A',
      authors: ['sign-a'],
    });
  });

  itOnce('are refused where they do not exist, and above ten', async () => {
    const id = await write(use(), {});
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'X', authors: ['nobody'] }), 'authors');
    expectRefusedField(await use().admin('PUT', `/api/posts/${id}`, { authors: ['nobody'] }), 'authors');
    expectRefusedField(await use().admin('POST', '/api/pages', { title: 'X', authors: ['nobody'] }), 'authors');
    const eleven = Array.from({ length: 11 }, (_, at) => `many-${at}`);
    expectRefusedField(await use().admin('PUT', `/api/posts/${id}`, { authors: eleven }), 'authors');
    expectRefusedField(await use().admin('PUT', `/api/posts/${id}`, { author: 'x'.repeat(81) }), 'author');
    const { version: baseVersion } = await read(use(), id);
    const copy = { baseVersion, fields: { authors: ['nobody'] } };
    expectRefusedField(await use().admin('PUT', `/api/posts/${id}/working-copy`, copy), 'fields');
  });

  // docs/interface.md, B3
  it('have new names everywhere at once: posts, drafts, working copies, changes, caches', async () => {
    await add('rename-me');
    await add('rename-too');
    const id = await write(use(), { authors: ['rename-me', 'rename-too'], tags: ['renamed'] });
    const draft = await write(use(), { authors: ['rename-me'], status: 'draft' });
    const before = await use().call('GET', `/api/posts/${id}`);
    const { version: baseVersion } = before.body.post;
    const fields = { title: 'Copied', authors: ['rename-me'] };
    await use().admin('PUT', `/api/posts/${id}/working-copy`, { baseVersion, fields });
    await visit(use(), `/posts/${id}`);
    const { cursor } = (await use().call('GET', '/api/changes')).body;
    expect((await rename('rename-me', 'Ada, Lady')).body).to.deep.include({ changed: 2 });
    const after = await use().call('GET', `/api/posts/${id}`);
    expect(after.body.post).to.deep.include({ author: 'Ada, Lady, RENAME-TOO', authors: ['rename-me', 'rename-too'] });
    expect(after.body.post.version).to.be.greaterThan(baseVersion);
    expect(after.headers.get('etag')).to.not.equal(before.headers.get('etag'));
    expect((await use().call('GET', '/api/posts?tag=renamed')).body.posts[0].author).to.equal('Ada, Lady, RENAME-TOO');
    expect((await read(use(), draft)).author).to.equal('Ada, Lady');
    expect(await visit(use(), `/posts/${id}`).then(({ text }) => text)).to.include('>Ada, Lady</a>');
    const { changes } = (await use().call('GET', `/api/changes?cursor=${cursor}`)).body;
    expect(changes.map((one: { id: string }) => one.id)).to.include(id);
    const { workingCopy } = (await use().admin('GET', `/api/posts/${id}/working-copy`)).body;
    expect(workingCopy).to.deep.include({ baseVersion: after.body.post.version });
    expect(workingCopy.fields).to.deep.equal({ ...fields, author: 'Ada, Lady' });
    await use().admin('POST', `/api/posts/${id}/working-copy/publish`);
    expect(await read(use(), id)).to.deep.include({ title: 'Copied', author: 'Ada, Lady', authors: ['rename-me'] });
  });

  // docs/interface.md, B4
  it('are deleted with their posts going to another, or to none', async () => {
    for (const id of ['del-a', 'del-b', 'del-c']) await add(id);
    const both = await write(use(), { authors: ['del-a', 'del-b'] });
    const one = await write(use(), { authors: ['del-a'], status: 'draft' });
    const { version } = await read(use(), one);
    await use().admin('PUT', `/api/posts/${both}/working-copy`, {
      baseVersion: (await read(use(), both)).version,
      fields: { authors: ['del-c', 'del-a'] },
    });
    for (const reassign of ['nobody', 'del-a']) {
      const { status, body } = await use().admin('DELETE', `${PATH}/del-a`, { reassign });
      expect([status, body.issues[0].path]).to.deep.equal([400, 'reassign']);
    }
    expect((await read(use(), one)).authors).to.deep.equal(['del-a']);
    const { body } = await use().admin('DELETE', `${PATH}/del-a`, { reassign: 'del-b' });
    expect(body).to.deep.equal({ ok: true, id: 'del-a', changed: 2 });
    expect(await read(use(), both)).to.deep.include({ authors: ['del-b'], author: 'DEL-B' });
    expect(await read(use(), one)).to.deep.include({ authors: ['del-b'], author: 'DEL-B' });
    const { workingCopy } = (await use().admin('GET', `/api/posts/${both}/working-copy`)).body;
    expect(workingCopy.fields).to.deep.include({ authors: ['del-c', 'del-b'], author: 'DEL-C, DEL-B' });
    expect(ids(await use().call('GET', '/api/posts?author=del-a'))).to.deep.equal([]);
    expect((await use().admin('DELETE', `${PATH}/del-b?reassign=null`)).body.changed).to.equal(2);
    expect(await read(use(), both)).to.deep.include({ authors: [], author: '' });
    // An earlier version had an author who is gone: their name stays.
    await use().admin('POST', `/api/posts/${one}/revisions/${version}/restore`);
    expect(await read(use(), one)).to.deep.include({ authors: [], author: 'DEL-A' });
  });

  // docs/interface.md, P10
  it('filter the lists of posts, with every other filter, in pages', async () => {
    await add('list-a');
    await add('list-b');
    const written: string[] = [];
    for (const [at, authors] of [['list-a'], ['list-b'], ['list-b', 'list-a'], ['list-a']].entries()) {
      const fields = { authors, date: `2026-01-0${at + 1}`, category: at > 1 ? 'Late' : 'Early', tags: ['by'] };
      written.push(await write(use(), fields));
    }
    const hidden = await write(use(), { authors: ['list-a'], status: 'draft', date: '2026-01-05' });
    const tomorrow = new Date(use().clock.now() + 86_400_000).toISOString();
    await write(use(), { authors: ['list-a'], publishAt: tomorrow });
    await use().admin('POST', '/api/pages', { title: 'By list-a', authors: ['list-a'] });
    const [first, , third, fourth] = written;
    const list = async (query: string) => (await use().call('GET', `/api/posts?author=list-a${query}`)).body;
    const shown = async (query: string) => {
      const { posts, total } = await list(query);
      return [posts.map(({ id }: { id: string }) => id), total];
    };
    expect(await shown('')).to.deep.equal([[fourth, third, first], 3]);
    expect(await shown('&page=2&pageSize=2')).to.deep.equal([[first], 3]);
    expect(await shown('&category=Late')).to.deep.equal([[fourth, third], 2]);
    expect(await shown('&tag=by&from=2026-01-02')).to.deep.equal([[fourth, third], 2]);
    expect(await shown('&sort=date&order=asc')).to.deep.equal([[first, third, fourth], 3]);
    const all = (await use().admin('GET', '/api/admin/posts?author=list-a&status=draft')).body;
    expect([all.posts.map(({ id }: { id: string }) => id), all.total]).to.deep.equal([[hidden], 1]);
    const { authors } = (await use().admin('GET', PATH)).body;
    expect(authors.find(({ id }: { id: string }) => id === 'list-a').posts).to.equal(6);
    await use().admin('DELETE', `/api/posts/${first}`);
    await change(use(), third!, { status: 'draft' });
    expect(await shown('')).to.deep.equal([[fourth], 1]);
  });

  // docs/interface.md, B5
  itOnce('have a page with their posts, and feeds with an element for each author', async () => {
    const links = [{ label: 'Home', url: 'https://feed.example/' }];
    await add('feed-a', { name: 'Fee & Co', bio: 'Writes.', links, picture: 'https://img.example/a.png' });
    await add('feed-b');
    const id = await write(use(), { authors: ['feed-a', 'feed-b'], title: 'By two', content: 'Text' });
    const { text } = await visit(use(), '/authors/feed-a');
    expect(text).to.include('By two').and.include('Fee &amp; Co').and.include('Writes.');
    expect(text).to.include('href="/authors/feed-a/feed.xml"').and.include('rel="me"');
    expect(text).to.include('property="og:image" content="https://img.example/a.png"');
    expect(structured(text)).to.deep.include({ '@type': 'ProfilePage' });
    const post = await visit(use(), `/posts/${id}`);
    expect(post.text).to.include('href="/authors/feed-a" rel="author">Fee &amp; Co</a>, <a');
    const persons = structured(post.text)['author'] as Record<string, unknown>[];
    expect(persons.map(({ name }) => name)).to.deep.equal(['Fee & Co', 'FEED-B']);
    expect(persons[0]).to.deep.include({ '@type': 'Person', sameAs: ['https://feed.example/'] });
    await use().admin('POST', '/api/pages', {
      id: 'of-fee',
      title: 'Of Fee',
      status: 'published',
      authors: ['feed-a'],
    });
    const sameAs = async (path: string) => {
      const [author] = structured((await visit(use(), path)).text)['author'] as Record<string, unknown>[];
      return author!['sameAs'];
    };
    expect(await sameAs('/of-fee')).to.deep.equal(['https://feed.example/']);
    await use().admin('PUT', `${PATH}/feed-a`, { links: [{ label: 'New', url: 'https://new.example/' }] });
    for (const path of ['/of-fee', `/posts/${id}`]) {
      expect(await sameAs(path), path).to.deep.equal(['https://new.example/']);
    }
    for (const [file, element] of [
      ['feed.xml', '<dc:creator>Fee &amp; Co</dc:creator>\n<dc:creator>FEED-B</dc:creator>'],
      ['atom.xml', '<author><name>Fee &amp; Co</name><uri>'],
    ] as const) {
      for (const path of [`/authors/feed-a/${file}`, `/${file}`]) {
        expect(await visit(use(), path).then((answer) => answer.text), path).to.include(element);
      }
    }
    const json = JSON.parse((await visit(use(), '/authors/feed-b/feed.json')).text);
    const { title } = (await use().admin('GET', '/api/admin/settings')).body;
    expect(json.authors).to.deep.equal([{ name: title }]);
    const atom = (await visit(use(), '/authors/feed-b/atom.xml')).text;
    expect(atom).to.include(`</updated>\n<author><name>${title}</name></author>`);
    expect(json.items[0].authors.map(({ name }: { name: string }) => name)).to.deep.equal(['Fee & Co', 'FEED-B']);
    expect((await visit(use(), '/authors/nobody')).status).to.equal(404);
    expect((await visit(use(), '/authors/nobody/feed.xml')).status).to.equal(404);
    expect((await visit(use(), '/authors/FEED-A')).headers.get('location')).to.equal('/authors/feed-a');
    const all = await visit(use(), '/authors');
    expect(all.text).to.include('href="/authors/feed-b"').and.include('Writes.');
    await rename('feed-b', 'Bea');
    expect((await visit(use(), '/authors')).text).to.include('>Bea</a>');
  });

  // docs/interface.md, B6
  itOnce('of an import are found by id or name, or stay a text', async () => {
    await add('imp-a', { name: 'Import Ada' });
    await add('imp-b', { name: 'Import Bea' });
    const send = async (sourceKey: string, fields: object) => {
      const [result] = await take(use(), [{ sourceKey, title: sourceKey, ...fields }]);
      return { ...result, post: await read(use(), result!.id!) };
    };
    const known = await send('imported-1', { authors: ['import ada', 'IMP-B'], author: 'x'.repeat(300) });
    expect(known.post).to.deep.include({ authors: ['imp-a', 'imp-b'], author: 'Import Ada, Import Bea' });
    expect(await send('imported-1', { authors: ['imp-a', 'imp-b'] })).to.include({ outcome: 'unchanged' });
    const foreign = await send('imported-2', { authors: ['Import Ada', 'Someone'] });
    expect(foreign.post).to.deep.include({ authors: [], author: 'Import Ada, Someone' });
    const post = (await exported(use())).find(({ id }) => id === known.id);
    expect(post).to.deep.include({ authors: ['imp-a', 'imp-b'] });
    const [refused] = await take(use(), [{ sourceKey: 'imported-3', title: 'X', author: 'x'.repeat(81) }]);
    expect(refused!.outcome).to.equal('refused');
  });
});

describeVisited('a page of the owner at /authors', (use) => {
  // docs/interface.md, G3
  it('keeps its URL, which new pages cannot have, and Health names it', async () => {
    expectRefusedField(await use().admin('POST', '/api/pages', { title: 'X', id: 'authors' }), 'id');
    const made = (await use().admin('POST', '/api/pages', { title: 'Authors' })).body.id;
    expect(made).to.equal('authors-2');
    expectRefusedField(await use().admin('POST', `/api/posts/${made}/rename`, { newId: 'authors' }), 'newId');
    const { kysely } = use().database;
    await kysely.updateTable('posts').set({ slug: 'authors', title: 'Our team' }).where('slug', '=', made).execute();
    expect((await visit(use(), '/authors')).text).to.include('<h1 class="p-name">Our team</h1>');
    expect((await visit(use(), '/authors.md')).text).to.include('Our team');
    const health = (await use().admin('GET', '/api/admin/health')).body;
    expect(health.reservedPages).to.deep.equal(['authors']);
    await use().admin('POST', '/api/posts/authors/rename', { newId: 'team' });
    expect((await visit(use(), '/authors')).text).to.include('Authors');
    expect((await visit(use(), '/team')).text).to.include('Our team');
    expect((await use().admin('GET', '/api/admin/health')).body.reservedPages).to.deep.equal([]);
  });
});
