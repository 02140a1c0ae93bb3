import { expect } from 'chai';

import { change, read, rowOf, write } from './support/posts.ts';
import { everyRow } from './support/sessions.ts';
import { exported, take } from './support/transfer.ts';
import { describeVisited, statuses } from './support/visitors.ts';

/** The longest comment that WordPress stores. */
const LONGEST = 'x'.repeat(65_535);

describeVisited.onBothEngines('import', (use) => {
  it('creates posts and returns one result each, in order', async () => {
    const results = await take(use(), [
      { sourceKey: 'a.md', title: 'From A', content: 'text', tags: ['t'], date: '2020-02-02', status: 'draft' },
      { sourceKey: 'b.md', title: 'From B', id: 'own-id' },
    ]);
    expect(results).to.deep.equal([
      { sourceKey: 'a.md', outcome: 'new', id: 'from-a', status: 'draft' },
      { sourceKey: 'b.md', outcome: 'new', id: 'own-id', status: 'published' },
    ]);
    const fields = { content: 'text', tags: ['t'], date: '2020-02-02', status: 'draft', excerpt: 'text' };
    expect(await read(use(), 'from-a')).to.deep.include(fields);
  });

  // docs/interface.md, X2
  it('recognizes a post by its source key, and updates only differences', async () => {
    const item = { sourceKey: 'again.md', title: 'Again', content: 'one', aliases: ['/old/again'] };
    const [{ id = '' } = {}] = await take(use(), [item]);
    const before = await read(use(), id);
    use().clock.advance(1000);
    expect(await take(use(), [item])).to.deep.equal([
      { sourceKey: 'again.md', outcome: 'unchanged', id, status: 'published', redirects: 1, activeRedirects: 1 },
    ]);
    expect(await read(use(), id)).to.deep.equal(before);
    expect(await take(use(), [{ ...item, title: 'Renamed', id: 'other-id' }])).to.deep.equal([
      { sourceKey: 'again.md', outcome: 'changed', id, status: 'published', redirects: 1, activeRedirects: 1 },
    ]);
    const after = await read(use(), id);
    expect(after).to.include({ title: 'Renamed', content: 'one' });
    expect(after.version).to.be.above(before.version);
  });

  it('does not re-encrypt a protected post when neither text nor password has changed', async () => {
    const item = { sourceKey: 'diary.md', title: 'Diary', content: 'dear diary', password: 'open sesame' };
    const outcome = async (one: object) => (await take(use(), [one]))[0]?.outcome;
    expect(await outcome(item)).to.equal('new');
    expect(await outcome(item)).to.equal('unchanged');
    expect(await outcome({ ...item, content: 'another day' })).to.equal('changed');
    expect(await outcome({ ...item, content: 'another day', password: 'another password' })).to.equal('changed');
    expect(await outcome({ ...item, content: 'another day', password: 'another password' })).to.equal('unchanged');
  });

  it('treats the same key twice in one call as the same post', async () => {
    const results = await take(use(), [
      { sourceKey: 'twice.md', title: 'Twice' },
      { sourceKey: 'twice.md', title: 'Twice' },
    ]);
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['new', 'unchanged']);
  });

  // docs/interface.md, X2
  it('assigns the next free id when the requested one is taken', async () => {
    await write(use(), { id: 'crowded' });
    const results = await take(use(), [
      { sourceKey: 'c1', title: 'x', id: 'Crowded' },
      { sourceKey: 'c2', title: 'x', id: 'crowded' },
      { sourceKey: 'c3', title: 'Crowded' },
    ]);
    expect(results.map(({ id }) => id)).to.deep.equal(['crowded-2', 'crowded-3', 'crowded-4']);
  });

  // docs/interface.md, X3
  it('rejects single posts with a reason, and imports the rest', async () => {
    const results = await take(use(), [
      { sourceKey: 'no-title' },
      { sourceKey: 'bad-date', title: 'x', date: '2026-02-30' },
      { sourceKey: 'guestbook', title: 'x', id: 'gb-x' },
      { sourceKey: 'no-password', title: 'x', protected: true },
      { sourceKey: 'bad-enc', title: 'x', enc: { salt: '?', iv: '?', data: '?' } },
      { title: 'no key' },
      { sourceKey: '\u0000', title: 'no key that can be kept' },
      null,
      7,
      { sourceKey: 'good', title: 'Good one' },
    ]);
    expect(results.slice(0, -1).map(({ outcome }) => outcome)).to.deep.equal(Array<string>(9).fill('refused'));
    for (const { reason } of results.slice(0, -1)) expect(reason).to.match(/^\S.*\.$/);
    expect(results[0]?.reason).to.include('"title"');
    expect(results.at(-1)).to.deep.equal({ sourceKey: 'good', outcome: 'new', id: 'good-one', status: 'published' });
  });

  // docs/interface.md, X3
  it('reports the result in a dry run, and changes nothing', async () => {
    const item = { sourceKey: 'dry.md', title: 'Dry', aliases: ['/dry/old'] };
    await take(use(), [item]);
    // Instances extend their leases all the time.
    const everyOther = () => everyRow(use(), (table) => table !== 'instances' && table !== 'audit_entries');
    const before = await everyOther();
    const results = await take(
      use(),
      [item, { ...item, title: 'Wet' }, { sourceKey: 'new.md', title: 'New', tags: ['t'], aliases: ['/x'] }, {}],
      { dryRun: true },
    );
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['unchanged', 'changed', 'new', 'refused']);
    expect(await everyOther()).to.equal(before);
  });

  // docs/interface.md, X4
  it('stores aliases as paths, including those of earlier runs, and leaves an alias with the post that has it', async () => {
    const aliases = ['2024/02/04/name/', 'https://old.example/p/1?x=1', '/dup', '/dup/'];
    const [{ id = '' } = {}] = await take(use(), [{ sourceKey: 'alias.md', title: 'Alias', aliases }]);
    const more = await take(use(), [
      { sourceKey: 'alias.md', title: 'Alias', aliases: ['/later'] },
      { sourceKey: 'thief.md', title: 'Thief', aliases: ['/later', '/own'] },
    ]);
    expect(more.map(({ outcome }) => outcome)).to.deep.equal(['changed', 'new']);
    const posts = await exported(use());
    const aliasesOf = (wanted: string | undefined) => posts.find((post) => post.id === wanted)?.aliases;
    expect(aliasesOf(id)).to.deep.equal(['/2024/02/04/name', '/dup', '/later', '/p/1']);
    expect(aliasesOf(more[1]?.id)).to.deep.equal(['/own']);
  });

  // docs/interface.md, X8
  it('takes the times of the source, none later than now, and repeats them without a change', async () => {
    const item = { sourceKey: 'dated.md', title: 'Dated', content: 'one', date: '2024-02-04' };
    const times = { created_at: '2024-02-04T23:30:00-08:00', updated_at: '2024-03-01T08:00:00Z' };
    const [{ id = '' } = {}] = await take(use(), [{ ...item, ...times }]);
    const stored = { created_at: '2024-02-05T07:30:00.000Z', updated_at: '2024-03-01T08:00:00.000Z' };
    expect(await read(use(), id)).to.deep.include(stored);
    const outcome = async (one: object) => (await take(use(), [{ ...item, ...one }]))[0]?.outcome;
    expect(await outcome(times)).to.equal('unchanged');
    const textOf = async (path: string) => (await use().call('GET', path)).body;
    const feed = await textOf('/atom.xml');
    expect(feed).to.include(`<published>${stored.created_at}</published>`).and.include(stored.updated_at);
    expect(await textOf('/sitemap.xml')).to.include(`<lastmod>${stored.updated_at}</lastmod>`);

    expect(await outcome({ ...times, content: 'two', updated_at: '2999-01-01T00:00:00Z' })).to.equal('changed');
    const now = new Date(use().clock.now()).toISOString();
    expect(await read(use(), id)).to.deep.include({ created_at: stored.created_at, updated_at: now });
    expect(await outcome({ ...times, content: 'two' })).to.equal('unchanged');
    expect(await outcome({ created_at: '2024-02-04T00:00:00Z', content: 'two' })).to.equal('changed');
    const day = '2024-02-04T00:00:00.000Z';
    expect(await read(use(), id)).to.deep.include({ created_at: day, updated_at: day });
    await change(use(), id, { created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z', pinned: true });
    expect(await read(use(), id)).to.deep.include({ created_at: day, updated_at: now });
  });

  // docs/interface.md, X8
  it('does not change a post whose times in the source are yet to come', async () => {
    const times = { created_at: '2999-01-01T00:00:00Z', updated_at: '2999-01-02T00:00:00Z' };
    const item = { sourceKey: 'later.md', title: 'Later', content: 'one', date: '2999-01-01', ...times };
    const outcome = async () => (await take(use(), [item]))[0]?.outcome;
    expect(await outcome()).to.equal('new');
    use().clock.advance(60_000);
    expect(await outcome()).to.equal('unchanged');
  });

  // docs/interface.md, X9
  it('takes comments with their threads, once, and announces them to nobody', async () => {
    const [{ id = '' } = {}] = await take(use(), [{ sourceKey: 'talk.md', title: 'Talk', aliases: ['/old/talk'] }]);
    const written = { author: 'Ada', content: 'one', created_at: '2020-01-02T03:04:05Z' };
    const comments = [
      { ...written, sourceKey: 'c:1', post: 'talk.md' },
      { ...written, sourceKey: 'c:2', post: id, parent: 'c:1', content: 'two' },
      { ...written, sourceKey: 'c:3', post: 'https://old.example/old/talk/', parent: 'c:2', content: 'three' },
      { ...written, sourceKey: 'c:4', post: `/posts/${id}`, parent: 'c:3', content: 'four' },
      { ...written, sourceKey: 'c:5', post: 'talk.md' },
      { ...written, sourceKey: 'c:6', post: 'talk.md', content: 'held', status: 'pending' },
      { ...written, sourceKey: 'c:long', post: 'talk.md', content: LONGEST, status: 'pending' },
      { ...written, sourceKey: 'c:7', post: 'no such post' },
      { ...written, sourceKey: 'c:8', post: 'talk.md', parent: 'c:none' },
      { sourceKey: 'c:9', post: 'talk.md' },
      { ...written, sourceKey: 'c:10', post: 'talk.md', author: '' },
      { ...written, sourceKey: 'c:11', post: 'talk.md', content: `${LONGEST}x` },
    ];
    const bring = async (more = {}) => {
      const { status, body } = await use().admin('POST', '/api/admin/import', { comments, ...more });
      expect(status).to.equal(200);
      return (body as { comments: { outcome: string }[] }).comments.map(({ outcome }) => outcome);
    };
    // Jobs of the post may still run.
    const tables = new Set(['comments', 'events', 'post_counters', 'posts', 'redirects', 'threads']);
    const others = () => everyRow(use(), (table) => tables.has(table));
    const before = await others();
    const refused = Array<string>(5).fill('refused');
    expect(await bring({ dryRun: true })).to.deep.equal([...Array<string>(7).fill('new'), ...refused]);
    expect(await others()).to.equal(before);
    expect(await bring()).to.deep.equal([...Array<string>(7).fill('new'), ...refused]);
    expect(await bring()).to.deep.equal([...Array<string>(7).fill('unchanged'), ...refused]);

    const shown = (await use().call('GET', `/api/posts/${id}/comments`)).body.comments as Record<string, unknown>[];
    const idOf = (content: string) => shown.find((one) => one['content'] === content)?.['id'] ?? null;
    expect(shown.map(({ content }) => content)).to.have.members(['one', 'one', 'two', 'three', 'four']);
    const parentsOf = (content: string) =>
      shown.filter((one) => one['content'] === content).map((one) => one['parent_id']);
    expect(parentsOf('one')).to.deep.equal([null, null]);
    expect(shown.filter(({ content }) => content === 'one').map((one) => one['id'])).to.include(parentsOf('two')[0]);
    expect([...parentsOf('three'), ...parentsOf('four')]).to.deep.equal([idOf('two'), idOf('two')]);
    expect(shown.every((one) => one['date'] === '2020-01-02T03:04:05.000Z')).to.equal(true);
    const changes = await use().admin('GET', '/api/comments?status=pending');
    expect(JSON.stringify(changes.body)).to.include('held');
  });

  // docs/interface.md, X6
  it('does not decrypt a post that was protected here', async () => {
    const item = { sourceKey: 'sealed.md', title: 'Sealed', content: 'plain' };
    const [{ id = '' } = {}] = await take(use(), [item]);
    await change(use(), id, { password: 'open sesame' });
    const row = await rowOf(use(), id);
    expect((await take(use(), [item]))[0]).to.include({ outcome: 'refused' });
    expect(await rowOf(use(), id)).to.deep.equal(row);
  });

  it('rejects a ciphertext that no password could decrypt', async () => {
    const { enc } = await read(use(), await write(use(), { content: 'x', password: 'open sesame' }));
    const broken = [
      { ...enc, salt: 'AAAA' },
      { ...enc, iv: 'AAAA' },
      { ...enc, data: 'AAAA' },
      { ...enc, data: '' },
      { ...enc, iv: undefined },
    ];
    const results = await take(
      use(),
      broken.map((one, at) => ({ sourceKey: `broken-${at}`, title: 'x', enc: one })),
    );
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(broken.map(() => 'refused'));
  });

  it('creates one post for ten concurrent calls with it', async () => {
    const item = { sourceKey: 'rush.md', title: 'Rush', id: 'rush' };
    const results = await Promise.all(Array.from({ length: 10 }, () => take(use(), [item])));
    const outcomes = results.map(([result]) => result?.outcome).toSorted((a, b) => String(a).localeCompare(String(b)));
    expect(outcomes).to.deep.equal(['new', ...Array<string>(9).fill('unchanged')]);
  });

  it('assigns ten ids to ten concurrent posts that request the same one', async () => {
    const candidates = Array.from({ length: 10 }, (_, at) => [
      { sourceKey: `stampede-${at}`, title: 'x', id: 'stampede' },
    ]);
    const results = await Promise.all(candidates.map((posts) => take(use(), posts)));
    expect(new Set(results.map(([result]) => result?.id)).size).to.equal(10);
  });

  it('works with concurrent changes of the same posts', async () => {
    const items = (title: string) => Array.from({ length: 10 }, (_, at) => ({ sourceKey: `busy-${at}`, title }));
    const ids = (await take(use(), items('first'))).map(({ id }) => id ?? '');
    const changes = [...ids, ...ids.toReversed()].map((id) => change(use(), id, { content: `own text of ${id}` }));
    const imports = ['second', 'third', 'fourth'].map((title) => take(use(), items(title)));
    expect(new Set(statuses(await Promise.all(changes)))).to.deep.equal(new Set([200]));
    await Promise.all(imports);
    for (const id of ids) expect((await read(use(), id)).content).to.equal(`own text of ${id}`);
  });

  // docs/interface.md, X1
  it('accepts 1 to 100 posts a call', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ sourceKey: `many-${at}`, title: 'Many' }));
    for (const posts of [[], many(101), 'x', null, undefined]) {
      expect((await use().admin('POST', '/api/admin/import', { posts })).status).to.equal(400);
    }
    expect(new Set((await take(use(), many(100))).map(({ id }) => id)).size).to.equal(100);
  });
});
