import { expect } from 'chai';
import { sql } from 'kysely';

import { open } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import type { TestService } from '../support/service.ts';
import { exported } from '../support/transfer.ts';
import { describeVisited } from '../support/visitors.ts';

describeVisited.onBothEngines('a large blog', (use) => {
  it('has several archive pages for a year of more than 1,000 posts', async () => {
    await addPosts(use(), 1001);
    for (const path of ['/archive', '/archive/2024']) {
      const page = await open(use(), path);
      expect(titles(page)).to.have.lengthOf(1000);
      expect(page).to.include('<a rel="next" href="/archive/2024?page=2">');
    }
    const last = await open(use(), '/archive/2024?page=2');
    expect(titles(last)).to.deep.equal(['Number 1']);
    expect(last).to.include('<a rel="prev" href="/archive/2024">').and.to.not.include('rel="next"');
    for (const path of ['/archive/2024?page=3', '/archive/2024?page=x', '/archive/2023?page=2']) {
      expect((await use().call('GET', path)).status, path).to.equal(404);
    }
    await use().admin('DELETE', '/api/posts/number-1');
    expect(await open(use(), '/archive')).to.not.include('class="pager"');
  });

  // docs/interface.md, X7
  it('is exported in pages of limited size', async () => {
    await sql`delete from posts`.execute(use().database.kysely);
    const long = 'word '.repeat(80_000);
    for (const [at, content] of [long, long, long, long.repeat(2), 'short', 'short'].entries()) {
      await write(use(), { id: `long-${at}`, content });
    }
    const sizes: number[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body } = await use().admin('GET', `/api/admin/export?cursor=${cursor}`);
      sizes.push(body.posts.length as number);
      cursor = body.cursor as string | undefined;
    }
    expect(sizes).to.deep.equal([2, 1, 3]);
    expect((await exported(use())).map(({ id }) => id)).to.deep.equal([0, 1, 2, 3, 4, 5].map((at) => `long-${at}`));
  });

  it('can be read while a post with many comments is deleted', async () => {
    await write(use(), { id: 'crowded' });
    await addComments(use(), 'crowded', 3000);
    let isDone = false;
    const deleting = use().admin('DELETE', '/api/posts/crowded');
    void deleting.then(() => (isDone = true));
    let answered = 0;
    for (; !isDone; answered++) expect((await use().call('GET', '/healthz')).status).to.equal(200);
    expect((await deleting).status).to.equal(200);
    expect(answered).to.be.above(10);
    expect((await use().admin('GET', '/api/comments')).body.total).to.equal(0);
  });

  it('finds every file of a large media library', async () => {
    await sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 2000)
      insert into media (id, url, name, alt, kind, created_at)
      select 'm-' || cast(n as text), 'https://images.example.com/' || cast(n as text) || '.jpg', 'Größe ' || cast(n as text),
        '', 'image', '2026-01-01T00:00:00.000Z' from numbers`.execute(use().database.kysely);
    const found = async (search: string) => (await use().admin('GET', `/api/media?search=${search}`)).body;
    expect((await found('größe')).total).to.equal(2001);
    expect((await found('GRÖSSE')).total).to.equal((await found('grösse')).total);
    const { media, total } = await found('1999.jpg');
    expect({ total, ids: media.map(({ id }: { id: string }) => id) }).to.deep.equal({ total: 1, ids: ['m-1999'] });
    expect((await found('/0.jpg')).total).to.equal(1);
  });
});

function titles(page: string): string[] {
  return Array.from(
    page.matchAll(/<li><time[^>]*>[^<]*<\/time> <a href="[^"]*"[^>]*>([^<]*)<\/a>/g),
    ([, title]) => title!,
  );
}

async function addComments({ database }: TestService, slug: string, count: number): Promise<void> {
  await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < cast(${count} as integer))
    insert into comments (id, post_key, depth, author, content, search_text, status, created_at)
    select 'c-' || cast(n as text), (select key from posts where slug = ${slug}), 1, 'Ada', 'Yes', 'ada yes', 'approved',
      '2026-01-01T00:00:00.000Z' from numbers`.execute(database.kysely);
}

async function addPosts({ database, changes }: TestService, count: number): Promise<void> {
  const now = '2024-03-01T12:00:00.000Z';
  await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < cast(${count} as integer))
    insert into posts (slug, title, date, excerpt, cover, category, tags, status, version, created_at, updated_at, content)
    select 'number-' || cast(n as text), 'Number ' || cast(n as text),
      case when n = 1 then '2024-01-01' else '2024-02-01' end, '', '', '', '[]', 'published', n + 1000, ${now}, ${now}, ''
    from numbers`.execute(database.kysely);
  await changes.hear(['*']);
}
