import { expect } from 'chai';
import { sql } from 'kysely';

import { putMissingRebuild, REBUILD_JOB, rebuildSearch } from '../routers/search/rebuild.ts';
import { everyRow } from './support/sessions.ts';
import { write } from './support/posts.ts';
import { found } from './support/search.ts';
import type { TestService } from './support/service.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, Q16
describeVisited.onBothEngines('the search texts of earlier versions', (use) => {
  const titles = Array.from({ length: 25 }, (_, n) => `Łódź ${n}`);

  before(async () => {
    for (const [n, title] of titles.entries())
      await write(use(), { id: `p-${n}`, title, content: 'Smørrebrød 🍞 plain text' });
    for (const author of ['Đỗ', 'Ann', 'Øystein']) {
      const body = { author, content: `Hello from ${author}` };
      expect((await use().call('POST', '/api/posts/p-0/comments', { body })).status).to.equal(201);
    }
  });

  beforeEach(() => makeFormer(use()));

  const inList = async (text: string) =>
    (await use().call('GET', `/api/posts?search=${encodeURIComponent(text)}`)).body.total as number;
  const inComments = async (text: string) =>
    (await use().admin('GET', `/api/comments?search=${encodeURIComponent(text)}`)).body.total as number;

  it('are found in their former form and in the new one until a job has made all of them again', async () => {
    expect(await found(use(), 'Łódź 7')).to.deep.equal(['p-7']);
    expect(await found(use(), '"Łódź 7"')).to.deep.equal(['p-7']);
    expect(await found(use(), '7 🍞')).to.deep.equal(['p-7']);
    expect(await found(use(), '"plain text" 7')).to.deep.equal(['p-7']);
    expect(await found(use(), '7 -Smørrebrød')).to.deep.equal([]);
    expect(await Promise.all([inList('łódź 7'), inComments('đỗ')])).to.deep.equal([1, 1]);
    const stopping = new AbortController();
    stopping.abort();
    for (let chunk = 1; chunk <= 2; chunk++) {
      await rebuildSearch(em(), stopping.signal).catch(() => undefined);
      expect(await stateOf('posts')).to.equal((await firstKey()) + 10 * chunk);
    }
    await use().changes.hear(['*']);
    expect(await found(use(), 'lodz 7')).to.deep.equal(['p-7']);
    expect(await found(use(), 'Łódź 24')).to.deep.equal(['p-24']);
    expect(await found(use(), 'lodz 24')).to.deep.equal([]);
    await rebuildSearch(em(), AbortSignal.timeout(30_000));
    await use().changes.hear(['*']);
    expect(await Promise.all(['posts', 'comments'].map(stateOf))).to.deep.equal([null, null]);
    for (const query of ['lodz 24', 'Łódź 24', '24 smorrebrod 🍞']) {
      expect(await found(use(), query), query).to.deep.equal(['p-24']);
    }
    expect(await Promise.all([inList('LODZ 7'), inList('Łódź 7')])).to.deep.equal([1, 1]);
    expect(await Promise.all([inComments('do'), inComments('đỗ'), inComments('oystein')])).to.deep.equal([1, 1, 1]);
  });

  it('are made again without a change of anything else', async () => {
    const rows = () =>
      everyRow(
        use(),
        (table) => !/^(post_fts|post_search|search_rebuilds|comments|touched|instances|invalidations)/.test(table),
      );
    const comments = () => use().database.kysely.selectFrom('comments').selectAll().orderBy('key').execute();
    const [before, commentsBefore] = [await rows(), await comments()];
    await rebuildSearch(em(), AbortSignal.timeout(30_000));
    expect(await rows()).to.deep.equal(before);
    const withoutText = (some: typeof commentsBefore) => some.map(({ search_text: _text, ...comment }) => comment);
    expect(withoutText(await comments())).to.deep.equal(withoutText(commentsBefore));
  });

  it('are made again by a job that is added once', async () => {
    const jobs = () => use().database.kysely.selectFrom('jobs').select('key').where('kind', '=', REBUILD_JOB).execute();
    const { clock } = use();
    await Promise.all([putMissingRebuild(em(), clock), putMissingRebuild(em(), clock)]);
    await until(async () => (await stateOf('comments')) === null && (await jobs()).length === 0);
    expect(await found(use(), 'lodz 3')).to.deep.equal(['p-3']);
    await putMissingRebuild(em(), clock);
    expect(await jobs()).to.deep.equal([]);
  });

  it('that an instance of the previous version writes are noted', async () => {
    // Only on PostgreSQL can two versions run beside each other.
    if (use().database.dialect === 'sqlite') return;
    await rebuildSearch(em(), AbortSignal.timeout(30_000));
    const key = await firstKey();
    await sql`update post_fts set words = '''łodz'':1A' where post_key = ${key + 3}`.execute(use().database.kysely);
    expect(await stateOf('posts')).to.equal(key + 3);
    await rebuildSearch(em(), AbortSignal.timeout(30_000));
    expect(await stateOf('posts')).to.equal(null);
  });

  const em = () => use().services.em.fork();

  async function stateOf(name: string): Promise<number | null | undefined> {
    const state = use().database.kysely.selectFrom('search_rebuilds').select('next_key').where('name', '=', name);
    return (await state.executeTakeFirst())?.next_key;
  }

  async function firstKey(): Promise<number> {
    const first = use().database.kysely.selectFrom('posts').select('key').orderBy('key').limit(1);
    return (await first.executeTakeFirstOrThrow()).key;
  }
});

/** Gives all texts the form of 2.25.0. */
async function makeFormer({ database: { kysely, dialect }, changes }: TestService): Promise<void> {
  const posts = await kysely.selectFrom('posts').select(['key', 'title']).execute();
  for (const { key, title } of posts) {
    const number = title.split(' ')[1]!;
    await (
      dialect === 'sqlite'
        ? sql`update post_fts set title = ${`łodz ${number}`}, content = 'smørrebrød plain text' where rowid = ${key}`
        : sql`update post_fts set words = cast(${`'łodz':1A '${number}':2A 'smørrebrød':3 'plain':4 'text':5`} as tsvector) where post_key = ${key}`
    ).execute(kysely);
    await sql`update post_search set text = ${`łódź ${number}\u001fsmørrebrød 🍞`} where post_key = ${key}`.execute(
      kysely,
    );
  }
  const comments = await kysely.selectFrom('comments').select(['key', 'author', 'content']).execute();
  for (const { key, author, content } of comments) {
    const text = `${author}\u001f${content}`.toLowerCase();
    await kysely.updateTable('comments').set({ search_text: text }).where('key', '=', key).execute();
  }
  for (const [name, rows] of Object.entries({ posts, comments })) {
    const next_key = Math.min(...rows.map(({ key }) => key));
    await kysely.updateTable('search_rebuilds').set({ next_key }).where('name', '=', name).execute();
  }
  await changes.hear(['*']);
}
