import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { forgetOldStatistics } from '../routers/data/views/forget-old.ts';
import {
  addRegisters,
  emptySketch,
  estimate,
  readSketch,
  registerFor,
  writeSketch,
} from '../routers/data/views/sketch.ts';
import { set } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { insertMailing, insertSubscriber } from './support/subscribers.ts';
import { write } from './support/posts.ts';
import { describeService, startTestService, type TestService } from './support/service.ts';

const DAY = 24 * 60 * 60 * 1000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
const TABLET = 'Mozilla/5.0 (Linux; Android 14; SM-X700) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PATH = '/api/admin/analytics';

interface Call {
  ip?: string;
  agent?: string;
  headers?: Record<string, string>;
  body?: object;
}

const headersOf = ({ ip = '192.0.2.1', agent = FIREFOX, headers = {} }: Call) => ({
  'cf-connecting-ip': ip,
  'user-agent': agent,
  ...headers,
});
const view = (service: TestService, id: string, call: Call = {}) =>
  service.call('POST', `/api/posts/${id}/view`, { headers: headersOf(call), ...(call.body && { body: call.body }) });
const viewPage = (service: TestService, page: string, call: Call = {}) =>
  service.call('POST', '/api/views', { headers: headersOf(call), body: { page, ...call.body } });
const read = async (service: TestService, query = '') => (await service.admin('GET', PATH + query)).body;

// docs/interface.md, Q18
describe('sketches of visitors', () => {
  it('estimate different addresses within 3 %, also merged and written', () => {
    for (const count of [1, 10, 1000, 20_000, 200_000]) {
      const sketch = emptySketch();
      for (let at = 0; at < count; at++) addRegisters(sketch, [registerFor(`salt ${count}`, `10.0.${at >> 8}.${at}`)]);
      const merged = readSketch(writeSketch(sketch));
      addRegisters(merged, [registerFor(`salt ${count}`, '10.0.0.0')]);
      expect(estimate(merged) / count, String(count)).to.be.within(0.97, 1.03);
    }
  });
});

describeService.onBothEngines(
  'statistics of views',
  (use, engine) => {
    before(async () => {
      await write(use(), { title: 'One' });
      await write(use(), { title: 'Two' });
    });
    beforeEach(async () => {
      await use().services.views.flush();
      await use().services.viewTally.flush();
      // Every test has a day of its own.
      use().clock.advance(DAY);
      await use().signIn();
    });
    const today = () => new Date(use().clock.now()).toISOString().slice(0, 10);
    const readToday = (query = '') => read(use(), `?from=${today()}${query}`);

    // docs/interface.md, Q17, Q20
    it('count what is counted as a view, by host, source, country and device', async () => {
      const from = 'https://www.News.example/item?who=me';
      await view(use(), 'one', { body: { referrer: from, utmSource: ' letter ' } });
      await view(use(), 'one', { body: { referrer: from } });
      await view(use(), 'one', {
        ip: '192.0.2.2',
        agent: PHONE,
        headers: { 'cf-ipcountry': 'pt' },
        body: { referrer: use().url },
      });
      await view(use(), 'two', { ip: '192.0.2.2', agent: TABLET, headers: { 'cf-ipcountry': 'T1' } });
      await viewPage(use(), 'home', { ip: '192.0.2.3', body: { referrer: 'http://192.0.2.9/x' } });
      await viewPage(use(), 'home', { ip: '192.0.2.3' });
      const body = await readToday();
      expect(body.days).to.deep.equal([{ date: today(), views: 4, visitors: 3 }]);
      expect(body.totals).to.deep.equal({ views: 4, visitors: 3 });
      expect(body.posts).to.deep.equal([
        { id: 'one', title: 'One', kind: 'post', views: 2, visitors: 2 },
        { id: 'two', title: 'Two', kind: 'post', views: 1, visitors: 1 },
      ]);
      expect(body.pages).to.deep.equal([
        { page: 'posts', views: 3 },
        { page: 'home', views: 1 },
        { page: 'archive', views: 0 },
        { page: 'list', views: 0 },
      ]);
      expect(body.referrers).to.deep.equal([{ referrer: 'news.example', views: 1 }]);
      expect(body.sources).to.deep.equal([{ source: 'letter', views: 1 }]);
      expect(body.countries).to.deep.equal([{ country: 'PT', views: 1 }]);
      expect(body.devices).to.deep.equal([
        { device: 'desktop', views: 2 },
        { device: 'mobile', views: 1 },
        { device: 'tablet', views: 1 },
      ]);
      const one = await readToday('&post=one');
      expect(one.totals).to.deep.equal({ views: 2, visitors: 2 });
      expect(one.posts.map(({ id }: { id: string }) => id)).to.deep.equal(['one']);
      expect(one.referrers).to.deep.equal(body.referrers);
      expect(one.pages).to.deep.equal([{ page: 'posts', views: 2 }]);
    });

    // docs/interface.md, Q17
    it('keep neither the site itself as a referrer, nor a person as a source', async () => {
      await set(use(), { siteUrl: 'https://www.blog.example' });
      await view(use(), 'one', { body: { referrer: 'https://blog.example/posts/two', utmSource: 'ada@mail.example' } });
      await set(use(), { siteUrl: '' });
      const { totals, referrers, sources } = await readToday();
      expect([totals.views, referrers, sources]).to.deep.equal([1, [], []]);
    });

    // docs/interface.md, Q18
    it('leave out bots, and visitors who ask for it', async () => {
      await view(use(), 'one', { agent: GOOGLE });
      await viewPage(use(), 'archive', { agent: GOOGLE });
      await view(use(), 'one', { ip: '192.0.2.4', headers: { 'sec-gpc': '1' } });
      const body = await readToday();
      expect(body.totals).to.deep.equal({ views: 1, visitors: 0 });
      expect((await use().admin('GET', '/api/admin/stats?days=1')).body.totals.views).to.equal(2);
    });

    // docs/interface.md, Q19
    it('limit the referrers and sources of a day', async () => {
      const { viewTally } = use().services;
      const { kysely } = use().database;
      const { key } = await kysely
        .selectFrom('posts')
        .select('key')
        .where('slug', '=', 'one')
        .executeTakeFirstOrThrow();
      for (let batch = 0; batch < 3; batch++) {
        for (let at = 0; at < 400; at++) {
          const referrer = `r${batch}-${at}.example`;
          viewTally.add(key, {
            isBot: false,
            register: null,
            referrer,
            source: referrer,
            country: null,
            device: 'mobile',
          });
        }
        await viewTally.flush();
      }
      const ofSite = await kysely.selectFrom('site_views').select('value').where('day', '=', today()).execute();
      const ofPosts = await kysely.selectFrom('post_views').select('value').where('day', '=', today()).execute();
      expect(ofSite).to.have.length(2 * 501 + 1);
      expect(ofPosts).to.have.length(2 * 51 + 1);
      const { referrers } = await readToday();
      expect(referrers).to.have.length(101);
      const sum = referrers.reduce((total: number, { views }: { views: number }) => total + views, 0);
      expect([referrers[100].referrer, sum]).to.deep.equal(['other', 1200]);
    });

    // docs/interface.md, Q20
    it('have all days of a period that is kept, and no others', async () => {
      const body = await read(use());
      expect([body.days.length, body.to, body.days.at(-1).date]).to.deep.equal([30, today(), today()]);
      expect((await read(use(), '?from=2001-01-01&to=2100-01-01')).days.length).to.be.within(760, 764);
      expect((await use().admin('GET', `${PATH}?from=${today()}&to=2026-01-01`)).body.error).to.match(
        /"from" must not be after 2026-01-01/,
      );
      expect((await use().admin('GET', `${PATH}?to=2001-01-01`)).body.error).to.match(/kept for 25 months/);
      expect((await use().admin('GET', `${PATH}?from=yesterday`)).status).to.equal(400);
      expect((await use().admin('GET', `${PATH}?post=nope`)).status).to.equal(404);
      expect((await viewPage(use(), 'home', { body: { utmSource: 'x'.repeat(101) } })).status).to.equal(400);
      expect((await viewPage(use(), 'other')).status).to.equal(400);
    });

    // docs/interface.md, Q18, Q19
    it('delete the salt when the day is over, and statistics after 25 months', async () => {
      const { kysely } = use().database;
      await view(use(), 'one', { ip: '192.0.2.5' });
      const before = await kysely.selectFrom('visitor_salts').selectAll().execute();
      expect(before.map(({ day }) => day)).to.deep.equal([today()]);
      await use().services.views.flush();
      await use().services.viewTally.flush();
      use().clock.advance(DAY);
      await use().services.viewTally.flush();
      expect(await kysely.selectFrom('visitor_salts').selectAll().execute()).to.deep.equal([]);
      use().clock.advance(2 * DAY);
      await forgetOldStatistics(use().services.em.fork(), use().clock);
      expect(await kysely.selectFrom('post_sketches').selectAll().execute()).to.deep.equal([]);
      expect(
        await kysely.selectFrom('visitor_days').select('day').where('sketch', 'is not', null).execute(),
      ).to.deep.equal([]);
      for (const day of ['2023-12-31', '2024-06-01']) {
        await kysely.insertInto('site_views').values({ day, kind: 'device', value: 'mobile', views: 1 }).execute();
      }
      use().clock.jump(Date.parse('2026-06-30T12:00:00Z') - use().clock.now());
      await forgetOldStatistics(use().services.em.fork(), use().clock);
      const kept = await kysely.selectFrom('site_views').select('day').orderBy('day').executeTakeFirst();
      expect(kept?.day).to.equal('2024-06-01');
    });

    // docs/interface.md, Q20
    it('have the mails of newsletters, as far as the mail server answered', async () => {
      await insertSubscriber(use(), 'reader');
      await insertMailing(use(), 'one', 'sub-reader');
      const started_at = new Date(use().clock.now()).toISOString();
      await use().database.kysely.updateTable('mailings').set({ started_at, sent: 5, failed: 2 }).execute();
      const { newsletters } = await readToday();
      expect(newsletters).to.deep.equal([
        { post: 'one', title: 'One', startedAt: started_at, sent: 7, accepted: 5, bounced: 2, clicks: null, links: [] },
      ]);
    });

    if (engine === databaseKinds[0]!.name) {
      it('are not in the database file with the addresses of visitors or hashes of them', async () => {
        const ip = '198.51.100.77';
        await viewPage(use(), 'list', { ip, body: { referrer: `https://site.example/${ip}?a=${ip}` } });
        await use().services.viewTally.flush();
        const { value: salt } = await use()
          .database.kysely.selectFrom('visitor_salts')
          .select('value')
          .executeTakeFirstOrThrow();
        const file = use().database.url.replace('sqlite:', '');
        const stored = (await Promise.all([file, `${file}-wal`].map((path) => readFile(path))))
          .map((bytes) => bytes.toString('latin1'))
          .join('');
        expect(stored).to.include('site.example').and.include(salt);
        expect(stored).to.not.include(ip);
      });
    }
  },
  { COUNTRY_HEADER: 'CF-IPCountry' },
);

for (const kind of databaseKinds.slice(1)) {
  // docs/interface.md, Q18
  it(`visitors of two instances on ${kind.name} are estimated together, also after a restart`, async () => {
    const url = await kind.freshUrl('administrator');
    const open = () => startTestService(kind, { DATABASE_URL: url });
    let services = await Promise.all([open(), open()]);
    const [first] = services;
    await write(first, { title: 'Read' });
    const { key } = await first.database.kysely.selectFrom('posts').select('key').executeTakeFirstOrThrow();
    const visit = { isBot: false, referrer: null, source: null, country: null, device: 'mobile' as const };
    async function add(from: number, to: number): Promise<void> {
      const salts = await Promise.all(services.map((one) => one.services.viewTally.salt.current()));
      expect(salts[0]).to.equal(salts[1]);
      for (let at = from; at < to; at++) {
        const register = registerFor(salts[0]!, `10.1.${(at % 20_000) >> 8}.${(at % 20_000) & 255}`);
        services[at % 2]!.services.viewTally.add(key, { ...visit, register });
      }
      await Promise.all(services.map((one) => one.services.viewTally.flush()));
    }
    try {
      await add(0, 50_001);
      await Promise.all(services.map((one) => one.close()));
      services = await Promise.all([open(), open()]);
      await add(50_001, 100_000);
      const days = await services[0].database.kysely.selectFrom('visitor_days').select('visitors').execute();
      expect(days.map(({ visitors }) => visitors / 20_000)[0]).to.be.within(0.97, 1.03);
    } finally {
      await Promise.all(services.map((one) => one.close()));
    }
  });
}
