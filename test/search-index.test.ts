import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';

import { searchEngine } from '../routers/posts/index/post-index.ts';
import { parseTerms } from '../routers/data/words/terms.ts';
import { write } from './support/posts.ts';
import { runs } from './support/runs.ts';
import { found } from './support/search.ts';
import type { TestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('the search index', (use) => {
  const filler = `Lorem ipsum 東京都 ${Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ')}`;

  before(async () => {
    const posts = Array.from({ length: 100 }, (_, n) => ({ sourceKey: `${n}`, title: `Number ${n}`, content: filler }));
    await use().admin('POST', '/api/admin/import', { posts });
    await write(use(), { id: 'needle', content: 'A needle in the haystack' });
  });

  it('is used by the query', async () => {
    for (const query of ['needle', 'need', 'haystack needle', '東京都', '京']) {
      expect(await planOf(use(), query), query).to.match(
        use().database.dialect === 'sqlite'
          ? /post_fts VIRTUAL TABLE INDEX \d+:M/
          : /Bitmap Index Scan on post_fts_words/,
      );
    }
  });

  it('is updated when the database deletes a post by itself', async () => {
    await write(use(), { id: 'gone', content: 'ephemeral' });
    await use().database.kysely.deleteFrom('posts').where('slug', '=', 'gone').execute();
    const { rows } = await sql<{ n: number }>`select count(*) as n from post_fts`.execute(use().database.kysely);
    const { n } = await use()
      .database.kysely.selectFrom('posts')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(rows[0]?.n)).to.equal(Number(n));
  });

  const longest: [what: string, content: string, query: string][] = [
    ['one word', 'x'.repeat(1_000_000), 'xx'],
    ['the same word', 'again '.repeat(166_000), 'again'],
    ['words that are all different', Array.from({ length: 140_000 }, (_, n) => n.toString(36)).join(' '), '1zz'],
    ['Chinese without an end', Array.from({ length: 300_000 }, (_, n) => hanAt(n)).join(''), hanAt(7) + hanAt(8)],
  ];
  for (const [what, content, query] of longest) {
    it(`accepts the longest content, ${what}`, async () => {
      const id = await write(use(), { title: `Longest ${what}`, content });
      expect(await found(use(), `${query} `)).to.include(id);
      expect((await use().admin('DELETE', `/api/posts/${id}`)).status).to.equal(200);
      expect(await found(use(), query)).not.to.include(id);
    });
  }

  it('stays intact when long texts are changed and deleted', async () => {
    const long = 'again '.repeat(3000);
    const [first, second] = ['A', 'B'].map((title) => ({ title, content: long }));
    const id = await write(use(), first!);
    await use().admin('PUT', `/api/posts/${id}`, { content: `${long}more` });
    const other = await write(use(), second!);
    await write(use(), { title: 'C', content: '' });
    await use().admin('DELETE', `/api/posts/${id}`);
    const twice = await use().admin('PUT', `/api/posts/${other}`, { content: `${long}changed ${long}` });
    expect(twice.status).to.equal(200);
    expect(await problemsOf(use())).to.deep.equal([]);
    expect(await found(use(), 'again changed')).to.deep.equal([other]);
  });

  it('answers random queries on posts with random texts', async () => {
    const sign = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '"',
        "'",
        '*',
        ':',
        '(',
        ')',
        '&',
        '|',
        '!',
        '<->',
        '\\',
        '\0',
        '^',
        '{',
        '-',
        '+',
        '%',
        '\ud800',
      ),
      fc.constantFrom(
        'AND',
        'OR',
        'NOT',
        'NEAR',
        'rowid',
        'post_fts',
        ' ',
        'ﷺ',
        '東京',
        'e\u0301',
        '\u0301',
        '👩‍🚀',
        '#️⃣',
        '🇩🇪',
      ),
    );
    const text = fc.array(sign, { maxLength: 8 }).map((parts) => Array.from(parts.join('')).slice(0, 70).join(''));
    await fc.assert(
      fc.asyncProperty(text, async (one) => {
        expect((await use().call('GET', `/api/search?q=${encodeURIComponent(one.toWellFormed())}`)).status).to.equal(
          200,
        );
        await write(use(), { id: 'hostile', title: `Hostile ${one}`, content: one });
        const { results } = await use()
          .trpc(null)
          // A hyphen before a word would exclude it.
          .search.query.query({ q: `hostile ${one.replaceAll(/[-－−]/g, ' ')}` });
        expect(results.map(({ id }) => id)).to.deep.equal(['hostile']);
        await use().admin('DELETE', '/api/posts/hostile');
      }),
      runs(15),
    );
  });
});

/** The result of SQLite's integrity check, which includes the index. */
async function problemsOf({ database: { kysely, dialect } }: TestService): Promise<string[]> {
  if (dialect !== 'sqlite') return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(kysely);
  return rows.map((row) => row.integrity_check).filter((row) => row !== 'ok');
}

function hanAt(n: number): string {
  return String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000));
}

async function planOf({ database, services, clock }: TestService, query: string): Promise<string> {
  const em = services.em.fork();
  const isSqlite = database.dialect === 'sqlite';
  return em.transactional(async (tx) => {
    // A few posts are read as fast without an index; this shows whether it can be used.
    if (!isSqlite) await tx.execute('analyze; set local enable_seqscan = off; set local enable_indexscan = off');
    const engine = searchEngine(tx);
    const found = engine.matching(engine.queryOf(parseTerms(query)), {
      now: new Date(clock.now()).toISOString(),
      withPages: undefined,
    });
    const matching = tx.getKysely().selectFrom(found.as('found')).select('post_key');
    const plan = await (isSqlite ? matching.explain(undefined, sql`query plan`) : matching.explain());
    return plan.map((row) => Object.values(row).join(' ')).join('\n');
  });
}
