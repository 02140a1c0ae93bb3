import { expect } from 'chai';

import { change, read, rowOf, write } from './support/posts.ts';
import { everyRow } from './support/sessions.ts';
import { exported, take } from './support/transfer.ts';
import { describeVisited, statuses } from './support/visitors.ts';

describeVisited.onBothEngines('import', (use) => {
  it('makes a post of what is new and gives one result each, in their order', async () => {
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
  it('knows a post again by its source key, and changes only what differs', async () => {
    const item = { sourceKey: 'again.md', title: 'Again', content: 'one', aliases: ['/old/again'] };
    const [{ id = '' } = {}] = await take(use(), [item]);
    const before = await read(use(), id);
    use().clock.advance(1000);
    expect(await take(use(), [item])).to.deep.equal([
      { sourceKey: 'again.md', outcome: 'unchanged', id, status: 'published' },
    ]);
    expect(await read(use(), id)).to.deep.equal(before);
    expect(await take(use(), [{ ...item, title: 'Renamed', id: 'other-id' }])).to.deep.equal([
      { sourceKey: 'again.md', outcome: 'changed', id, status: 'published' },
    ]);
    const after = await read(use(), id);
    expect(after).to.include({ title: 'Renamed', content: 'one' });
    expect(after.version).to.be.above(before.version);
  });

  it('does not encrypt a protected post anew when neither text nor password changed', async () => {
    const item = { sourceKey: 'diary.md', title: 'Diary', content: 'dear diary', password: 'open sesame' };
    const outcome = async (one: object) => (await take(use(), [one]))[0]?.outcome;
    expect(await outcome(item)).to.equal('new');
    expect(await outcome(item)).to.equal('unchanged');
    expect(await outcome({ ...item, content: 'another day' })).to.equal('changed');
    expect(await outcome({ ...item, content: 'another day', password: 'another password' })).to.equal('changed');
    expect(await outcome({ ...item, content: 'another day', password: 'another password' })).to.equal('unchanged');
  });

  it('takes the same key twice in one call as the same post', async () => {
    const results = await take(use(), [
      { sourceKey: 'twice.md', title: 'Twice' },
      { sourceKey: 'twice.md', title: 'Twice' },
    ]);
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['new', 'unchanged']);
  });

  // docs/interface.md, X2
  it('gives the next free id when the wanted one is taken', async () => {
    await write(use(), { id: 'crowded' });
    const results = await take(use(), [
      { sourceKey: 'c1', title: 'x', id: 'Crowded' },
      { sourceKey: 'c2', title: 'x', id: 'crowded' },
      { sourceKey: 'c3', title: 'Crowded' },
    ]);
    expect(results.map(({ id }) => id)).to.deep.equal(['crowded-2', 'crowded-3', 'crowded-4']);
  });

  // docs/interface.md, X3
  it('refuses one by one, with the reason, and takes the rest', async () => {
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
  it('tells in a dry run what would happen, and changes nothing', async () => {
    const item = { sourceKey: 'dry.md', title: 'Dry', aliases: ['/dry/old'] };
    await take(use(), [item]);
    const before = await everyRow(use());
    const results = await take(
      use(),
      [item, { ...item, title: 'Wet' }, { sourceKey: 'new.md', title: 'New', tags: ['t'], aliases: ['/x'] }, {}],
      { dryRun: true },
    );
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['unchanged', 'changed', 'new', 'refused']);
    expect(await everyRow(use())).to.equal(before);
  });

  // docs/interface.md, X4
  it('keeps aliases as paths, those of earlier runs too, and leaves one with the post that has it', async () => {
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

  // docs/interface.md, X6
  it('does not open a post that was protected here', async () => {
    const item = { sourceKey: 'sealed.md', title: 'Sealed', content: 'plain' };
    const [{ id = '' } = {}] = await take(use(), [item]);
    await change(use(), id, { password: 'open sesame' });
    const row = await rowOf(use(), id);
    expect((await take(use(), [item]))[0]).to.include({ outcome: 'refused' });
    expect(await rowOf(use(), id)).to.deep.equal(row);
  });

  it('refuses an encrypted text that no password could open', async () => {
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

  it('makes one post when ten calls bring it at the same time', async () => {
    const item = { sourceKey: 'rush.md', title: 'Rush', id: 'rush' };
    const results = await Promise.all(Array.from({ length: 10 }, () => take(use(), [item])));
    const outcomes = results.map(([result]) => result?.outcome).toSorted((a, b) => String(a).localeCompare(String(b)));
    expect(outcomes).to.deep.equal(['new', ...Array<string>(9).fill('unchanged')]);
  });

  it('gives ten posts that come at the same time and want the same id ten ids', async () => {
    const wanted = Array.from({ length: 10 }, (_, at) => [{ sourceKey: `stampede-${at}`, title: 'x', id: 'stampede' }]);
    const results = await Promise.all(wanted.map((posts) => take(use(), posts)));
    expect(new Set(results.map(([result]) => result?.id)).size).to.equal(10);
  });

  it('stands beside changes of the same posts that come at the same time', async () => {
    const items = (title: string) => Array.from({ length: 20 }, (_, at) => ({ sourceKey: `busy-${at}`, title }));
    const ids = (await take(use(), items('first'))).map(({ id }) => id ?? '');
    const changes = [...ids, ...ids.toReversed()].map((id) => change(use(), id, { content: `own text of ${id}` }));
    const imports = ['second', 'third', 'fourth'].map((title) => take(use(), items(title)));
    expect(new Set(statuses(await Promise.all(changes)))).to.deep.equal(new Set([200]));
    await Promise.all(imports);
    for (const id of ids) expect((await read(use(), id)).content).to.equal(`own text of ${id}`);
  });

  // docs/interface.md, X1
  it('takes 1 to 100 posts a call', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ sourceKey: `many-${at}`, title: 'Many' }));
    for (const posts of [[], many(101), 'x', null, undefined]) {
      expect((await use().admin('POST', '/api/admin/import', { posts })).status).to.equal(400);
    }
    expect(new Set((await take(use(), many(100))).map(({ id }) => id)).size).to.equal(100);
  });
});
