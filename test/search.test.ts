import { expect } from 'chai';

import { indexPosts } from '../routers/posts/index/indexing.ts';
import { found, search } from './support/search.ts';
import { change, summaryOf, write } from './support/posts.ts';
import { itOnSqlite } from './support/service.ts';
import { statementsOf } from './support/statements.ts';
import { refusal, describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('search', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  before(async () => {
    const posts: [id: string, fields: Record<string, unknown>][] = [
      ['in-content', { content: 'We took the ferry. '.repeat(100) }],
      ['in-excerpt', { excerpt: 'About a ferry', content: 'Nothing here. '.repeat(200) }],
      ['in-tags', { tags: ['harbour', 'ferry'], content: 'Nothing here. '.repeat(200) }],
      ['in-title', { title: 'The ferry', content: 'Nothing here. '.repeat(200) }],
      ['accents', { title: 'Crème brûlée à l’École', content: 'Ωμέγα Ёлка' }],
      ['short', { content: 'I use C and Go, x = 7.' }],
      ['chinese', { title: '机器学习入门', content: '今天我们讨论深度神经网络。' }],
      ['japanese', { content: '東京都の天気は晴れです。コーヒーを飲む。' }],
      ['korean', { content: '한국어로 블로그를 씁니다' }],
      ['mixed', { content: '用Rust语言写的ｗｅｂ服务 2024年' }],
      ['emoji', { title: '🎉 Launch 🚀', content: '❤️' }],
      ['markup', { content: 'See `<script>alert("x")</script>` & [zeppelin](http://hidden-address.example)' }],
    ];
    for (const [id, fields] of posts) await write(use(), { id, ...fields });
  });

  // docs/interface.md, Q2
  it('returns summaries with snippets, and the total', async () => {
    expect(await search(use(), ' zeppelin ')).to.deep.equal({
      ok: true,
      query: 'zeppelin',
      results: [
        {
          ...summaryOf({ id: 'markup', excerpt: 'See <script>alert("x")</script> & zeppelin' }),
          snippet: 'See &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; <mark>zeppelin</mark>',
        },
      ],
      total: 1,
      page: 1,
      pageSize: 10,
    });
  });

  // docs/interface.md, Q12
  it('suggests a similar query that finds something where nothing is found', async () => {
    const suggestion = async (q: string) => (await search(use(), q)).suggestion;
    expect(await suggestion('ferri')).to.equal('ferry');
    expect(await suggestion('Haubor fery')).to.equal('harbour ferry');
    expect(await suggestion('breulee')).to.equal('brûlée');
    // It finds something, is too short, is like nothing, or has words that no post has together.
    for (const q of ['ferr', 'xy', 'xylophones', 'harbor brulee', '机器学', ''])
      expect(await suggestion(q), q).to.equal(undefined);
    expect(await search(use(), 'ferry')).to.not.have.property('suggestion');
  });

  // docs/interface.md, P41
  it('finds a post under its new words as soon as a job has indexed them, also after a search before', async () => {
    const { services, database } = use();
    await write(use(), { id: 'renamed-later', title: 'Oldword' });
    const { key } = await database.kysely
      .updateTable('posts')
      .set({ title: 'Newword' })
      .where('slug', '=', 'renamed-later')
      .returning('key')
      .executeTakeFirstOrThrow();
    // This write announces the change above as well.
    await change(use(), 'in-title', { pinned: 0 });
    const page = async () =>
      /<h2[^>]*><a href="\/posts\/renamed-later"/.test((await use().call('GET', '/search?q=newword')).body);
    expect([await found(use(), 'newword'), await page()]).to.deep.equal([[], false]);
    await indexPosts(services.em.fork(), { keys: [key] }, AbortSignal.timeout(30_000));
    expect([await found(use(), 'newword'), await page()]).to.deep.equal([['renamed-later'], true]);
    await use().admin('DELETE', '/api/posts/renamed-later');
  });

  // docs/interface.md, Q2
  it('ranks the title above tags, tags above the excerpt, the excerpt above the content', async () => {
    const order = ['in-title', 'in-tags', 'in-excerpt', 'in-content'];
    expect(await found(use(), 'ferry')).to.deep.equal(order);
    expect(await found(use(), 'fer')).to.deep.equal(order);
  });

  it('ranks whole words above prefixes', async () => {
    await write(use(), { id: 'beginnings', title: 'Quaint quarrels, quacks and quads' });
    await write(use(), { id: 'whole', title: 'A status quo and what else there is to say about qua of things' });
    expect(await found(use(), 'qua')).to.deep.equal(['whole', 'beginnings']);
  });

  it('requires all words, in any field and order', async () => {
    expect(await found(use(), 'ferry took')).to.deep.equal(['in-content']);
    expect(await found(use(), 'nothing ferry the')).to.deep.equal(['in-title']);
    expect(await found(use(), 'ferry zeppelin')).to.deep.equal([]);
  });

  const queries: [what: string, query: string, ids: string[]][] = [
    ['the beginning of the last word', 'zepp', ['markup']],
    ['not the beginning of an earlier one', 'zepp see', []],
    ['not the end of a word', 'eppelin', []],
    ['a word of one letter', 'c use', ['short']],
    ['words of one and two letters', 'i go', ['short']],
    ['a digit', '7', ['short']],
    ['a word of one letter as a beginning', 'z', ['markup']],
    ['accents that are not written', 'creme brulee ecole', ['accents']],
    ['accents that are written', 'CRÈME École', ['accents']],
    ['accents that stand by themselves', 'cre\u0300me', ['accents']],
    ['Greek and Cyrillic', 'ωμεγα елка', ['accents']],
    ['a Chinese word', '机器学习', ['chinese']],
    ['a Chinese word within a sentence', '神经网络', ['chinese']],
    ['one Chinese character', '络', ['chinese']],
    ['Chinese words with a space', '机器 讨论', ['chinese']],
    ['not Chinese pairs that are nowhere', '器机', []],
    ['Japanese', '天気', ['japanese']],
    ['one kana', 'で', ['japanese']],
    ['half-width kana', 'ｺｰﾋｰ', ['japanese']],
    ['a Korean word without its ending', '블로그', ['korean']],
    ['one Korean syllable', '한', ['korean']],
    ['Korean in parts', '한국어'.normalize('NFD'), ['korean']],
    ['a Latin word between Chinese', 'rust', ['mixed']],
    ['Latin and Chinese in one word', 'rust语言', ['mixed']],
    ['full-width letters', 'ＷＥＢ', ['mixed']],
    ['a number before Chinese', '2024年', ['mixed']],
    ['a word beside emoji', '🚀launch🎉', ['emoji']],
    ['emoji', '🚀', ['emoji']],
    ['emoji in any presentation', '❤', ['emoji']],
    ['nothing for signs alone', '"*"', []],
    ['operators as words', 'NEAR(ferry, 2)', []],
    ['words in a filter of columns', 'title:zeppelin', []],
    ['words in quotation marks', '"zeppelin"', ['markup']],
    ['a word that is marked up', 'alert', ['markup']],
    ['not the address of a link', 'hidden', []],
  ];
  for (const [what, query, ids] of queries) {
    // docs/interface.md, Q4
    it(`finds ${what}: ${query}`, async () => expect(await found(use(), query)).to.deep.equal(ids));
  }

  // docs/interface.md, Q3
  it('marks matches, including prefixes and scripts without spaces', async () => {
    const snippet = async (q: string) => (await search(use(), q)).results[0]?.snippet;
    expect(await snippet('zepp')).to.match(/&amp; <mark>zeppelin<\/mark>$/);
    expect(await snippet('神经网络')).to.equal('今天我们讨论深度<mark>神经网络</mark>。');
    expect(await snippet('블로그')).to.equal('한국어로 <mark>블로그</mark>를 씁니다');
    expect(await snippet('학습')).to.equal(undefined);
  });

  it('returns the excerpt when only the title matches', async () => {
    expect((await search(use(), 'creme')).results[0]?.snippet).to.equal('Ωμέγα Ёлка');
  });

  itOnce('returns nothing for a missing or empty query, without a statement', async () => {
    for (const query of ['', 'q=&', 'q=%20&', 'q=%22-%22&', 'q=-ferry&']) {
      const sent = await statementsOf(use(), async (attempt) => {
        const { status, body } = await use().call('GET', `/api/search?${query}pageSize=${10 + attempt}`);
        expect(status, query).to.equal(200);
        expect(body, query).to.deep.include({ ok: true, total: 0, page: 1, pageSize: 10 + attempt, results: [] });
        expect(body, query).to.have.property('unsearchable', true);
      });
      expect(sent, query).to.deep.equal([]);
    }
    expect((await use().call('GET', '/api/search')).body).to.deep.include({ total: 0, page: 1, pageSize: 10 });
  });

  // docs/interface.md, Q1
  itOnce('accepts 80 characters and rejects 81, over REST and tRPC', async () => {
    expect((await search(use(), '😀'.repeat(80))).total).to.equal(0);
    expect((await search(use(), 'ﷺ'.repeat(80))).total).to.equal(0);
    const { status, body } = await use().call('GET', `/api/search?q=${'x'.repeat(81)}`);
    expect(status).to.equal(400);
    expect(body.issues[0].path).to.equal('q');
    expect(
      await refusal(
        use()
          .trpc(null)
          .search.query.query({ q: 'x'.repeat(81) }),
      ),
    ).to.include({
      status: 400,
      code: 'BAD_REQUEST',
    });
  });

  itOnce('returns the same over tRPC', async () => {
    const answer = await use().trpc(null).search.query.query({ q: 'ferry', page: 2, pageSize: 3 });
    expect(answer).to.deep.equal(await search(use(), 'ferry', '&page=2&pageSize=3'));
    expect(answer.results).to.have.length(1);
    expect(await use().trpc(null).search.query.query()).to.deep.include({ query: '', results: [] });
  });

  it('pages, returns the total on every page, and takes two statements', async () => {
    for (let n = 0; n < 55; n++) await write(use(), { title: `Lighthouse ${n}` });
    const pages = [1, 2, 3, 4].map((page) => search(use(), 'lighthouse', `&page=${page}&pageSize=20`));
    const answers = await Promise.all(pages);
    expect(answers.map(({ results }) => results.length)).to.deep.equal([20, 20, 15, 0]);
    expect(answers.map(({ total }) => total)).to.deep.equal([55, 55, 55, 55]);
    const ids = answers.flatMap(({ results }) => results.map(({ id }) => id));
    expect(new Set(ids).size).to.equal(55);

    const read = (pageSize: number) => search(use(), 'lighthouse', `&pageSize=${pageSize}`);
    expect(await statementsOf(use(), (attempt) => read(40 + attempt))).to.have.length(2);
    const most = await read(90);
    expect(most.pageSize).to.equal(50);
    expect(most.results).to.have.length(50);
  });

  itOnce('accepts pages 1 to 200', async () => {
    expect(await search(use(), 'ferry', '&page=200')).to.deep.include({ results: [], total: 4, page: 200 });
    for (const bad of ['page=201', 'page=0', 'page=1e1', 'pageSize=0', 'q=a&q=b']) {
      expect((await use().call('GET', `/api/search?q=ferry&${bad}`)).status, bad).to.equal(400);
    }
  });

  itOnce('is limited to 60 per minute', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.77' };
    for (let n = 0; n < 60; n++) await use().call('GET', '/api/search', { headers });
    for (const path of ['/api/search?q=x', '/api/search/site?q=x']) {
      const { status, body } = await use().call('GET', path, { headers });
      expect([status, body.code], path).to.deep.equal([429, 'RATE_LIMITED']);
    }
    expect(await found(use(), 'zeppelin')).to.deep.equal(['markup']);
  });

  it('follows all changes of a post', async () => {
    const id = await write(use(), { title: 'Anemone', tags: ['coral'], content: 'plankton' });
    await change(use(), id, { title: 'Barnacle' });
    expect(await found(use(), 'anemone')).to.deep.equal([]);
    expect(await found(use(), 'barnacle coral plankton')).to.deep.equal([id]);
    await change(use(), id, { tags: ['seaweed'], content: 'krill', excerpt: 'whale' });
    expect(await found(use(), 'coral')).to.deep.equal([]);
    expect(await found(use(), 'plankton')).to.deep.equal([]);
    expect(await found(use(), 'seaweed krill whale')).to.deep.equal([id]);
    await change(use(), id, { pinned: true });
    expect(await found(use(), 'krill')).to.deep.equal([id]);
    await use().admin('DELETE', `/api/posts/${id}`);
    expect(await found(use(), 'krill')).to.deep.equal([]);
  });
});
