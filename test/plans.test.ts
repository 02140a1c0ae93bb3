import { expect } from 'chai';
import { sql } from 'kysely';

import { comment, showing } from './support/comments.ts';
import { plansOf, type Plan } from './support/plans.ts';
import { write } from './support/posts.ts';
import type { Answer } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

/** An index provides the order: the first page is read without the others. */
const inOrder = [
  '/api/posts',
  '/api/posts?page=200&pageSize=100',
  '/api/posts?status=published',
  '/api/posts?category=kind',
  '/api/posts?tag=common',
  '/api/posts?tag=common&category=kind',
  '/api/posts/post-1',
  '/api/posts/post-1/comments',
  '/api/posts/post-1/comments?before=1',
  '/api/posts/gb-note/comments',
  '/api/posts/gb-note/comments?before=1',
  '/api/popular',
  '/feed.xml',
  '/sitemap.xml',
  '/.well-known/ard.json',
];
const inOrderForTheAdministrator = [
  '/api/posts',
  '/api/posts?status=draft',
  '/api/posts?status=published&category=kind',
  '/api/posts?tag=common',
  '/api/posts/draft',
];

/** An index provides the order of the keys; at most the posts of the page are sorted again. */
const forSites = [
  ...['date', 'updated', 'title'].flatMap((sort) => [
    `/api/posts?sort=${sort}`,
    `/api/posts?sort=${sort}&order=asc&page=3`,
    `/api/posts?sort=${sort}&tag=common&category=kind`,
  ]),
  '/api/posts?sort=date&from=2020-01-01&to=2030-01-01',
  '/api/posts?from=2020-01-01&to=2030-01-01',
];

/** An index finds the rows, which are then sorted. */
const found = [
  '/api/posts?tag=rare-1',
  '/api/posts?tags=common,rare-1',
  '/api/posts?sort=updated&from=2020-01-01',
  '/api/posts?tags=common,rare-1&sort=title&from=2020-01-01',
  '/api/search?q=some+words',
  '/api/popular?range=7d',
  '/api/stats',
  '/posts/post-1',
  '/archive',
  '/archive/2026',
  '/api/comments/counts?ids=post-1,gb-note,nobody',
  '/guestbook',
];
const foundForTheAdministrator = [
  '/api/posts?category=kind',
  '/api/posts?tag=rare-1',
  '/api/comments?status=approved',
  '/api/comments?status=pending&page=2',
  '/api/comments?post=post-1',
  '/api/comments?post=post-1&status=approved',
  '/api/comments?post=gb-note',
  '/api/comments?post=gb-note&order=held',
  '/api/comments?order=held',
  '/api/admin/stats',
];

describeVisited.onBothEngines('query plans', (use) => {
  let receipt = '';
  let commentId = '';

  before(async () => {
    const fields = { category: 'kind', content: 'Some words.' };
    for (let n = 0; n < 12; n++) await write(use(), { id: `post-${n}`, tags: ['common', `rare-${n}`], ...fields });
    await write(use(), { id: 'draft', status: 'draft' });
    await use().call('POST', '/api/posts/post-1/like');
    await comment(use(), 'gb-note');
    const written = await comment(use(), 'post-1');
    receipt = written.receipt;
    commentId = written.comment.id;
    if (use().database.dialect === 'postgres') await sql`analyze`.execute(use().database.kysely);
  });

  const plans = (read: () => Promise<Answer>): Promise<Plan[]> =>
    plansOf(use(), async () => {
      const { status, body } = await read();
      expect(status, JSON.stringify(body)).to.equal(200);
    });

  for (const path of inOrder) {
    it(`${path} reads posts and comments in the order of an index`, async () => {
      expectOrder(await plans(() => use().call('GET', path)));
    });
  }
  for (const path of inOrderForTheAdministrator) {
    it(`${path} uses the same indexes for the administrator`, async () => {
      expectOrder(await plans(() => use().admin('GET', path)));
    });
  }
  for (const path of forSites) {
    it(`${path} sorts no more posts than it returns`, async () => {
      const all = await plans(() => use().call('GET', path));
      expectIndexes(all);
      for (const plan of all) {
        const sorts = plan.steps.match(/USE TEMP B-TREE FOR (?:LAST|RIGHT|ORDER)|Sort Key/g) ?? [];
        expect(sorts.length, `${plan.sql}\n${plan.steps}`).to.be.at.most(1);
      }
    });
  }
  for (const path of found) {
    it(`${path} finds posts and comments by an index`, async () => {
      expectIndexes(await plans(() => use().call('GET', path)));
    });
  }
  for (const path of foundForTheAdministrator) {
    it(`${path} uses the same indexes for the administrator`, async () => {
      expectIndexes(await plans(() => use().admin('GET', path)));
    });
  }

  it('find a comment by its id and a session by its token', async () => {
    const path = `/api/posts/post-1/comments/${commentId}`;
    expectIndexes(await plans(() => use().call('GET', path)));
    expectIndexes(await plans(() => use().admin('GET', path)));
    expectIndexes(await plans(() => use().admin('GET', '/api/admin/session')));
  });

  it('find pending comments of an author by the receipt', async () => {
    expectIndexes(
      await plans(() => use().call('GET', '/api/posts/post-1/comments', { headers: showing(receipt, 'x') })),
    );
  });

  for (const path of ['/api/posts', '/api/posts?category=kind', '/api/posts?tag=common', '/']) {
    it(`${path} counts pages by the index of pages alone`, async () => {
      const counts = (await plans(() => use().call('GET', path))).filter(({ sql: text }) => text.includes('"pages"'));
      expect(counts).to.have.length.above(0);
      for (const { sql: text, steps } of counts) {
        expect(steps, text).to.match(/posts_pages\b/);
        expect(steps, text).to.not.match(/posts_(order|site\w+|category)\b|Seq Scan on posts\b/);
      }
    });
  }

  it('scan all texts once for a substring', async () => {
    const all = await plans(() => use().call('GET', '/api/posts?search=words'));
    expect(all.filter((plan) => plan.sql.includes(' like '))).to.have.length(1);
  });
});

function expectOrder(plans: Plan[]): void {
  expectIndexes(plans);
  for (const plan of plans)
    expect(plan.steps, plan.sql).to.not.match(/USE TEMP B-TREE FOR (LAST|RIGHT|ORDER)|Sort Key/);
}

function expectIndexes(plans: Plan[]): void {
  expect(plans).to.have.length.above(0);
  for (const plan of plans) {
    expect(plan.steps, plan.sql).to.not.match(/SCAN (posts|comments)(?! USING)|Seq Scan on (posts|comments)\b/);
  }
}
