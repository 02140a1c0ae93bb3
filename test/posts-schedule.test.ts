import { expect } from 'chai';

import { comment, listed } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { change, expectRefusedField, ids, read, rowOf, write } from './support/posts.ts';
import { itOnSqlite, startTestService, type TestService } from './support/service.ts';
import { statementsOf } from './support/statements.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

const HOUR = 3_600_000;

function inAnHour({ clock }: TestService): string {
  return new Date(clock.now() + HOUR).toISOString();
}

/** All public places of a post about a quillon that is tagged "blades", in the category "arms". */
const LISTS = [
  ...['/api/posts', '/api/posts?tag=blades', '/api/posts?category=arms', '/api/posts?tag=blades&category=arms'],
  ...['/api/posts?search=quillon', '/api/search?q=quillon', '/api/popular?limit=50', '/feed.xml', '/atom.xml'],
  ...['/feed.json', '/sitemap.xml', '/api/feed.xml', '/api/sitemap.xml', '/', '/tags/blades', '/categories/arms'],
  ...['/archive', '/search?q=quillon', '/posts/neighbour'],
];

async function page({ url }: TestService, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(url + path, { headers: freshAddress(), redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

/** The places in which the post appears. */
async function placesOf(service: TestService, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of LISTS) {
    const { text } = await page(service, path);
    if (text.includes(`/posts/${id}`) || text.includes(`"${id}"`)) found.push(path);
  }
  return found;
}

describeVisited('posts: publish time', (use) => {
  const forms: [given: unknown, stored: string | null][] = [
    ['2026-03-02T08:00:00Z', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T08:00:00.5+05:30', '2026-03-02T02:30:00.500Z'],
    ['2026-03-02T08:00:00-08:00', '2026-03-02T16:00:00.000Z'],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z'],
    [null, null],
    ['', null],
  ];
  for (const [given, stored] of forms) {
    it(`stores ${JSON.stringify(given)} as ${stored}, for a new post and in an update`, async () => {
      const id = await write(use(), { publishAt: given });
      expect((await rowOf(use(), id)).publish_at).to.equal(stored);
      expect((await read(use(), id)).publishAt).to.equal(stored);
      const other = await write(use(), { publishAt: '2026-05-05T05:05:05Z' });
      await change(use(), other, { publishAt: given });
      expect((await read(use(), other)).publishAt).to.equal(stored);
    });
  }

  for (const wrong of [
    'tomorrow',
    '2026-03-02',
    '2026-03-02T08:00:00',
    '2026-02-30T08:00:00Z',
    5,
    true,
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ]) {
    it(`rejects ${JSON.stringify(wrong)}`, async () => {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'T', publishAt: wrong }), 'publishAt');
    });
  }

  it('is kept when the status changes, and when it is not sent', async () => {
    const at = inAnHour(use());
    const id = await write(use(), { publishAt: at });
    await change(use(), id, { status: 'draft' });
    await change(use(), id, { title: 'Another' });
    await change(use(), id, { status: 'published' });
    expect(await read(use(), id)).to.include({ publishAt: at, status: 'published' });
  });

  it('is exported and imported', async () => {
    const at = inAnHour(use());
    const id = await write(use(), { publishAt: at });
    const { posts } = (await use().admin('GET', '/api/admin/export')).body as { posts: { id: string }[] };
    const post = posts.find((one) => one.id === id);
    expect(post).to.include({ publishAt: at });
    await use().admin('POST', '/api/admin/import', { posts: [{ ...post, id: 'taken-in', sourceKey: 'taken-in' }] });
    expect((await read(use(), 'taken-in')).publishAt).to.equal(at);
  });
});

// docs/interface.md, P14
describeVisited.onBothEngines(
  'a scheduled post',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const id = 'rapier';
    before(async () => {
      await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
      const fields = { tags: ['blades'], category: 'arms', date: '2026-02-01' };
      await write(use(), { ...fields, id: 'neighbour', title: 'Neighbour', tags: ['blades', 'other'] });
      use().clock.advance(1000);
      const rapier = { ...fields, id, title: 'Rapier', content: 'Of a quillon.', tags: ['blades', 'thrusting'] };
      await write(use(), { ...rapier, publishAt: inAnHour(use()) });
    });

    it('is hidden from visitors, on repeated requests too', async () => {
      for (let round = 0; round < 2; round++) expect(await placesOf(use(), id)).to.deep.equal([]);
      const { call, admin } = use();
      for (const path of ['', '/comments']) expect((await call('GET', `/api/posts/${id}${path}`)).status).to.equal(404);
      for (const path of ['view', 'like'])
        expect((await call('POST', `/api/posts/${id}/${path}`)).status).to.equal(404);
      const body = { author: 'A', content: 'Early' };
      expect((await call('POST', `/api/posts/${id}/comments`, { body })).status).to.equal(404);
      expect((await page(use(), `/posts/${id}`)).status).to.equal(404);
      // Includes the name of a tag that no other post has.
      expect((await page(use(), '/archive')).text)
        .to.include('blades')
        .and.not.include('thrusting');
      expect((await call('GET', '/api/posts')).body).to.include({ total: 1 });
      expect((await call('GET', '/api/stats')).body).to.include({ posts: 1 });
      expect(ids(await admin('GET', '/api/posts'))).to.include(id);
    });

    // docs/interface.md, P4
    itOnce("is dated on the day of its publication, in the site's time zone, unless a date is given", async () => {
      await use().admin('PUT', '/api/admin/settings', { timeZone: 'Pacific/Auckland' });
      const publishAt = '2026-04-10T20:00:00.000Z';
      const scheduled = await write(use(), { title: 'Later', publishAt });
      expect((await read(use(), scheduled)).date).to.equal('2026-04-11');
      await change(use(), scheduled, { publishAt: '2026-04-12T01:00:00.000Z' });
      expect((await read(use(), scheduled)).date).to.equal('2026-04-12');
      await change(use(), scheduled, { publishAt: null });
      expect((await read(use(), scheduled)).date).to.equal(new Date(use().clock.now()).toISOString().slice(0, 10));
      await change(use(), scheduled, { publishAt, date: '2026-01-01' });
      await change(use(), scheduled, { publishAt: '2026-05-01T00:00:00.000Z' });
      expect((await read(use(), scheduled)).date).to.equal('2026-01-01');
      await use().admin('DELETE', `/api/posts/${scheduled}`);
      await use().admin('PUT', '/api/admin/settings', { timeZone: 'UTC' });
    });

    itOnce('can be read by its preview link', async () => {
      const { token } = (await use().admin('POST', `/api/posts/${id}/preview-link`, {})).body as { token: string };
      expect((await page(use(), `/preview/${token}`)).text).to.include('Of a quillon.');
    });

    it('is hidden until exactly its time', async () => {
      use().clock.advance(HOUR - 1);
      expect(await placesOf(use(), id)).to.deep.equal([]);
      expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(404);
    });

    itOnce('is hidden again after a fast clock is corrected, and appears at its time', async () => {
      const { clock, call } = use();
      clock.jump(HOUR);
      expect(await placesOf(use(), id)).to.deep.equal(LISTS);
      expect((await page(use(), `/posts/${id}`)).status).to.equal(200);
      expect((await call('GET', '/api/stats')).body).to.include({ posts: 2 });
      clock.jump(-HOUR);
      expect(await placesOf(use(), id)).to.deep.equal([]);
      expect((await page(use(), `/posts/${id}`)).status).to.equal(404);
      expect((await call('GET', `/api/posts/${id}`)).status).to.equal(404);
      expect((await call('GET', '/api/stats')).body).to.include({ posts: 1 });
      expect((await call('GET', '/api/posts')).body).to.include({ total: 1 });
    });

    it('appears everywhere at its time, without a restart or a write', async () => {
      use().clock.advance(1);
      expect(await placesOf(use(), id)).to.deep.equal(LISTS);
      expect((await use().call('GET', `/api/posts/${id}`)).body.post).to.include({ id, status: 'published' });
      expect((await page(use(), `/posts/${id}`)).text).to.include('Of a quillon.');
      expect((await use().call('GET', '/api/posts')).body).to.include({ total: 2 });
      expect((await use().call('GET', '/api/stats')).body).to.include({ posts: 2 });
      await comment(use(), id, { content: 'In time' });
      expect(await listed(use(), id)).to.have.length(1);
    });

    itOnce('is in lists that are kept from then on', async () => {
      const read = () => use().call('GET', '/api/posts');
      await read();
      expect(await statementsOf(use(), read)).to.deep.equal([]);
    });

    it('disappears everywhere with its comments when its time is postponed', async () => {
      await use().signIn();
      await change(use(), id, { publishAt: inAnHour(use()) });
      expect(await placesOf(use(), id)).to.deep.equal([]);
      expect((await use().call('GET', `/api/posts/${id}/comments`)).status).to.equal(404);
      await change(use(), id, { publishAt: null });
      expect(await placesOf(use(), id)).to.deep.equal(LISTS);
    });
  },
  { SITE: 'on' },
);

// docs/interface.md, P4
describeVisited(
  'a publish time in a year with fewer than four digits',
  (use) => {
    before(() => use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example', feedItems: 50 }));

    const days: [publishAt: string, timeZone: string, date: string][] = [
      ['0800-12-25T00:00:00Z', 'UTC', '0800-12-25'],
      ['0800-12-25T00:00:00Z', 'America/New_York', '0800-12-24'],
      ['0800-12-24T20:00:00Z', 'Asia/Shanghai', '0800-12-25'],
      ['0014-08-19T12:00:00Z', 'UTC', '0014-08-19'],
      // The days there are in the years 0 and 10000.
      ['0001-01-01T00:00:00Z', 'America/New_York', '0001-01-01'],
      ['9999-12-31T20:00:00Z', 'Asia/Shanghai', '9999-12-31'],
    ];
    for (const [publishAt, timeZone, date] of days) {
      it(`${publishAt} in ${timeZone} is the date ${date}, which can be sent as it was read`, async () => {
        await use().admin('PUT', '/api/admin/settings', { timeZone });
        const id = await write(use(), { publishAt });
        const post = await read(use(), id);
        expect(post.date).to.equal(date);
        const { status, body } = await change(use(), id, post);
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(await read(use(), id)).to.include({ date, publishAt: post.publishAt });
      });
    }

    it('is in lists, in its order, and in feeds and pages', async () => {
      const early = await write(use(), { id: 'early', title: 'Christmas 800', publishAt: '0800-12-25T00:00:00Z' });
      const later = await write(use(), { id: 'later', date: '1066-10-14' });
      const both = ids(await use().call('GET', '/api/posts?from=0800-12-25&to=1500-01-01'));
      expect(both.filter((id) => id === early || id === later)).to.deep.equal([later, early]);
      expect(ids(await use().call('GET', '/api/posts?to=0800-12-23'))).not.to.include(early);
      for (const path of ['/', '/archive/0800', '/posts/early', '/feed.xml', '/atom.xml', '/feed.json']) {
        const { status, text } = await page(use(), path);
        expect(status, path).to.equal(200);
        expect(text, path).to.include('Christmas 800').and.not.include('Invalid Date');
      }
      expect((await page(use(), '/atom.xml')).text).to.include('<published>0800-12-25T00:00:00.000Z</published>');
    });
  },
  { SITE: 'on' },
);

// Several instances require PostgreSQL.
for (const kind of databaseKinds.slice(1)) {
  it(`a scheduled post appears in two instances at its time (${kind.name})`, async () => {
    const DATABASE_URL = await kind.freshUrl();
    const one = await startTestService(kind, { DATABASE_URL });
    const other = await startTestService(kind, { DATABASE_URL }, { administrator: false });
    try {
      const seenBy = async ({ call }: TestService) => ids(await call('GET', '/api/posts', { headers: freshAddress() }));
      expect(await seenBy(other)).to.deep.equal([]);
      await write(one, { id: 'later', publishAt: inAnHour(one) });
      expect([await seenBy(one), await seenBy(other)]).to.deep.equal([[], []]);
      for (const { clock } of [one, other]) clock.advance(HOUR);
      expect([await seenBy(one), await seenBy(other)]).to.deep.equal([['later'], ['later']]);
    } finally {
      await other.close();
      await one.close();
    }
  });
}
