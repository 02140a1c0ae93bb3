import { expect } from 'chai';

import { findLoops } from '../routers/data/redirects/loops.ts';
import { mayBeListed, normalPath } from '../routers/data/redirects/path.ts';
import { createRuleTable, type Rule } from '../routers/data/redirects/table.ts';
import { databaseKinds } from './support/databases.ts';
import { visit } from './support/pages.ts';
import { write } from './support/posts.ts';
import { itOnSqlite, startTestService, type TestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

function rules(...pairs: [string, string | null][]): Rule[] {
  return pairs.map(([source, target]) => ({ id: source, source, target, status: target === null ? 410 : 301 }));
}

// docs/interface.md, Z2, Z4
describe('rules of redirects', () => {
  const loopsOf = async (...pairs: [string, string | null][]) =>
    (await findLoops(rules(...pairs), 'https://blog.example/blog')).map((loop) => [...loop].sort());

  it('are found by the normal form of a path: the exact one before the longest that ends in *', () => {
    const table = createRuleTable(
      rules(['/a/b', '/exact'], ['/a/*', '/x/*'], ['/a/b/*', '/y'], ['/%C3%BC', null], ['/*', '/last/*']),
    );
    const to = (path: string) => table.match(path)?.to;
    expect(to('/a/b')).to.equal('/exact');
    expect(to('/a/b/')).to.equal('/exact');
    expect(to('/a/%62')).to.equal('/exact');
    expect(to('/a/x/../b')).to.equal('/exact');
    expect(to('/a/c/d')).to.equal('/x/c/d');
    expect(to('/a/b/c')).to.equal('/y');
    expect(to('/ü')).to.equal(null);
    expect(to('/%c3%bc')).to.equal(null);
    expect(to('/z')).to.equal('/last/z');
    expect(createRuleTable(rules(['/a', '/b'])).match('/A')).to.equal(null);
  });

  it('never lead to another host by the rest that they carry', () => {
    const table = createRuleTable(rules(['/old/*', '/*']));
    for (const path of ['/old//evil.example', '/old/\\evil.example', '/old/%2F/evil.example']) {
      expect(table.match(path)!.to, path).to.not.match(/^\/[/\\]/);
    }
  });

  it('form a loop when they lead back, also by the rest that they carry', async () => {
    expect(await loopsOf(['/a', '/a'])).to.deep.equal([['/a']]);
    expect(await loopsOf(['/a', '/b'], ['/b', '/c'], ['/c', '/a/?x=1#y'])).to.deep.equal([['/a', '/b', '/c']]);
    for (const scheme of ['https', 'http']) {
      expect(await loopsOf(['/a', `${scheme}://blog.example/blog/a`]), scheme).to.have.length(1);
    }
    expect(await loopsOf(['/a/*', '/b/*'], ['/b/*', '/a/*'])).to.have.length(1);
    expect(await loopsOf(['/a/*', '/a/b/*'])).to.have.length(1);
    expect(await loopsOf(['/a/*', '/b/*'], ['/b/x', '/a/x'])).to.have.length(1);
    expect(await loopsOf(['/a/*', '/a/x'])).to.have.length(1);
  });

  it('are looked at alone when they change', async () => {
    const all = rules(['/a', '/b'], ['/b', '/a'], ['/c', '/a'], ['/d/*', '/e/*'], ['/e/x', '/d/x']);
    const withRule = async (rule: Rule) => (await findLoops(all, '', rule)).length > 0;
    expect(await Promise.all(all.map(withRule))).to.deep.equal([true, true, false, true, true]);
  });

  it('form none when they end', async () => {
    expect(await loopsOf(['/a', '/b'], ['/b', '/c'], ['/c', null])).to.deep.equal([]);
    expect(await loopsOf(['/a', 'https://other.example/a'])).to.deep.equal([]);
    expect(await loopsOf(['/a/*', '/b/*'], ['/b/x', '/a/y'])).to.deep.equal([]);
    expect(await loopsOf(['/*', '/'])).to.deep.equal([]);
  });

  it('let others have their turns while 10,000 are searched for loops', async () => {
    const growing = Array.from({ length: 10_000 }, (_, at): [string, string] => [`/g${at}/*`, `/g${at}/x/*`]);
    const all = rules(...growing);
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const loops = await findLoops(all, '');
    clearImmediate(next);
    expect(loops).to.have.length(10_000);
    expect(turns).to.be.above(150);
  });

  it('are looked up alike for one and for 10,000', async () => {
    const many = Array.from({ length: 10_000 }, (_, at): [string, string] => [
      `/old/${at}${at % 2 ? '' : '/*'}`,
      `/n/${at}`,
    ]);
    const table = createRuleTable(rules(...many));
    expect(table.match('/old/9999')?.to).to.equal('/n/9999');
    expect(table.match('/old/9998/x')?.to).to.equal('/n/9998');
    expect(await findLoops(rules(...many), '')).to.deep.equal([]);
  });
});

// docs/interface.md, Z6
describe('paths that may be listed as not found', () => {
  it('have no secret, and no address of a person', () => {
    const secret = [
      '/preview/abc',
      '/mail/x/abc',
      '/u/ada@example.org',
      '/u/ada%40example.org',
      '/u/ada%2540example.org',
      '/ip/192.0.2.1',
      '/ip/2001:db8::1',
      `/${'x'.repeat(500)}`,
      '/api/x',
      '/%61dmin/x',
      '/%2570review/x',
      '/session/0123456789abcdef0123456789abcdef',
      '/reset/eyJhbGciOiJIUzI1NiJ9.e30.x',
      '/t/9f86d081884c7d659a2feaa0',
    ];
    for (const path of secret) expect(mayBeListed(normalPath(path)), path).to.equal(false);
    for (const path of [
      '/wp-login.php',
      '/2019/02/old',
      '/v1.2.3',
      '/2019-a-year-in-many-words-2019',
      '/donaudampfschifffahrtsgesellschaft',
    ])
      expect(mayBeListed(path), path).to.equal(true);
  });
});

describeVisited.onBothEngines('redirects', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const add = (from: string, to?: string, status?: number) =>
    use().admin('POST', '/api/admin/redirects', { from, to, status });
  const list = async () => (await use().admin('GET', '/api/admin/redirects?pageSize=100')).body as unknown as List;
  interface List {
    redirects: { id: string; from: string; to?: string; hits: number; lastHitAt?: string }[];
    total: number;
  }
  const go = async (path: string, method?: string) => {
    const { status, headers } = await visit(use(), path, {}, method);
    return [status, headers.get('location')];
  };

  before(() => write(use(), { id: 'there', title: 'There' }));
  beforeEach(() => use().database.kysely.deleteFrom('missing_paths').execute());

  // docs/interface.md, Z1, Z3
  it('lead to another path with the query, for GET and HEAD, at once and after a change', async () => {
    const added = await add('/old/', '/posts/there');
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    const { id } = (added.body as { redirect: { id: string } }).redirect;
    expect(await go('/old?x=1')).to.deep.equal([301, '/posts/there?x=1']);
    expect(await go('/old/', 'HEAD')).to.deep.equal([301, '/posts/there']);
    expect((await go('/old', 'POST'))[0]).to.be.oneOf([404, 405]);
    const changed = await use().admin('PUT', `/api/admin/redirects/${id}`, {
      to: 'https://other.example/?a=b',
      status: 302,
    });
    expect(changed.status).to.equal(200);
    expect(await go('/old?x=1')).to.deep.equal([302, 'https://other.example/?a=b']);
    const listed = (await list()).redirects.find((one) => one.id === id)!;
    expect(listed).to.include({ from: '/old', to: 'https://other.example/?a=b', hits: 3 });
    expect(listed.lastHitAt).to.be.a('string');
    expect((await use().admin('DELETE', `/api/admin/redirects/${id}`)).status).to.equal(200);
    expect(await go('/old')).to.deep.equal([404, null]);
    expect((await use().admin('DELETE', `/api/admin/redirects/${id}`)).status).to.equal(404);
  });

  itOnce('say that a page is gone', async () => {
    expect((await add('/gone', undefined, 410)).status).to.equal(201);
    expect(await go('/gone')).to.deep.equal([410, null]);
    expect((await add('/gone-too', '/x', 410)).status).to.equal(400);
  });

  itOnce('give way to posts and pages of the service', async () => {
    await add('/posts/there', '/elsewhere');
    await add('/archive', '/elsewhere');
    expect(await go('/posts/there')).to.deep.equal([200, null]);
    expect(await go('/archive')).to.deep.equal([200, null]);
  });

  // docs/interface.md, Z2, Z4
  itOnce('are refused when they are invalid, taken, or lead back', async () => {
    const refused = [
      ['old', '/x'],
      ['/old?x', '/x'],
      ['/api/x', '/x'],
      ['/Admin', '/x'],
      ['/media/a.png', '/x'],
      ['/%74rpc', '/x'],
      ['/x', 'ftp://a.example'],
      ['/x', '//a.example'],
      ['/x', '/y*'],
      ['/x'],
      ['/x', 'https://ada:pw@a.example/'],
      ['/x*', 'https://a.example*'],
      ['/same', '/same/'],
    ] as const;
    for (const [from, to] of refused) {
      const { status, body } = await add(from, to);
      expect([status, body.code], from).to.deep.equal([400, 'BAD_REQUEST']);
    }
    expect((await add('/taken', '/a')).status).to.equal(201);
    expect((await add('/%74aken/', '/b')).body.code).to.equal('REDIRECT_EXISTS');
    await add('/one', '/two');
    const loop = await add('/two', '/one');
    expect([loop.status, loop.body.error]).to.deep.equal([
      400,
      'This redirect leads back to itself, directly or by way of others: choose another target.',
    ]);
  });

  // docs/interface.md, Z5
  it('come from a CSV file of 10,000 lines and go into one', async () => {
    await use().database.kysely.deleteFrom('redirect_rules').execute();
    const lines = Array.from({ length: 9_997 }, (_, at) => `/wp/${at},/posts/there`);
    const csv = ['from,to,status', ...lines, '/wp/x,/wp/y', '/wp/y,/wp/x', 'bad,/x'].join('\n');
    const report = async (dryRun: boolean) =>
      (await use().admin('POST', '/api/admin/redirects/import', { csv, dryRun })).body as Record<string, unknown>;
    expect(await report(true)).to.include({ added: 9_997, changed: 0 });
    expect((await list()).total).to.equal(0);
    const done = await report(false);
    expect(done).to.include({ added: 9_997, changed: 0, unchanged: 0 });
    expect((done['refused'] as { line: number }[]).map(({ line }) => line)).to.deep.equal([9_999, 10_000, 10_001]);
    expect(await report(false)).to.include({ added: 0, changed: 0, unchanged: 9_997 });
    expect(await go('/wp/9996')).to.deep.equal([301, '/posts/there']);
    const { body } = await use().admin('GET', '/api/admin/redirects/export');
    expect((body as { csv: string }).csv.split('\r\n'))
      .to.have.length(9_999)
      .and.include('/wp/0,/posts/there,301');
    for (const at of [1, 2, 3]) expect((await add(`/more/${at}`, '/')).status).to.equal(201);
    expect((await add('/too-many', '/')).body.code).to.equal('TOO_MANY_REDIRECTS');
  });

  // docs/interface.md, Z6
  it('come from the columns that the first row names, in any order', async () => {
    await use().database.kysely.deleteFrom('redirect_rules').execute();
    const csv = '\ufeffStatus;To;From;Note\r\n302;/there;/ordered;a note\r\n';
    const { body } = await use().admin('POST', '/api/admin/redirects/import', { csv });
    expect(body).to.deep.include({ added: 1, refused: [] });
    const { redirects } = (await use().admin('GET', '/api/admin/redirects?search=ordered')).body;
    expect(redirects).to.have.length(1);
    expect(redirects[0]).to.include({ from: '/ordered', to: '/there', status: 302 });
  });

  it('are offered for paths that were not found in 30 days, without queries and addresses of people', async () => {
    const missing = async () =>
      (
        (await use().admin('GET', '/api/admin/redirects/missing')).body as unknown as {
          paths: { path: string; hits: number }[];
        }
      ).paths;
    for (const path of [
      '/lost?email=ada@example.org',
      '/lost/',
      '/posts/none',
      '/u/ada%40example.org',
      '/preview/abc',
    ]) {
      expect((await go(path))[0], path).to.be.within(400, 499);
    }
    expect((await missing()).map(({ path, hits }) => [path, hits])).to.deep.equal([
      ['/lost', 2],
      ['/posts/none', 1],
    ]);
    const { rows } = { rows: await use().database.kysely.selectFrom('missing_paths').selectAll().execute() };
    expect(JSON.stringify(rows)).to.not.include('ada');
    await use().database.kysely.deleteFrom('redirect_rules').execute();
    await add('/lost', '/posts/there');
    expect((await missing()).map(({ path }) => path)).to.deep.equal(['/posts/none']);
    await use().database.kysely.updateTable('missing_paths').set({ day: '2020-01-01' }).execute();
    expect(await missing()).to.deep.equal([]);
  });
});

// docs/interface.md, Z1, Z3
describeVisited('redirects of a site below a path', (use) => {
  it('are below the path of the site', async () => {
    const { status } = await use().admin('POST', '/api/admin/redirects', { from: '/old/*', to: '/new/*' });
    expect(status).to.equal(201);
    await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://example.org/blog' });
    const { status: moved, headers } = await visit(use(), '/blog/old/a?x=1');
    expect([moved, headers.get('location')]).to.deep.equal([301, '/blog/new/a?x=1']);
  });
});

for (const kind of databaseKinds.slice(1)) {
  describe(`redirects of two instances on ${kind.name}`, () => {
    const services: TestService[] = [];
    before(async () => {
      const first = await startTestService(kind, { SITE: 'on' });
      services.push(first);
      services.push(await startTestService(kind, { SITE: 'on', DATABASE_URL: first.database.url }));
    });
    after(() => Promise.all(services.map((service) => service.close())));

    // docs/interface.md, Z3, Z6
    it('apply on both when the answer to the change has come, and are counted together', async () => {
      const [one, other] = services as [TestService, TestService];
      expect((await visit(other, '/old')).status).to.equal(404);
      expect((await one.admin('POST', '/api/admin/redirects', { from: '/old', to: '/archive' })).status).to.equal(201);
      for (const service of services) expect((await visit(service, '/old')).status).to.equal(301);
      await Promise.all(services.map(({ services: { pathTally } }) => pathTally.flush()));
      const { body } = await one.admin('GET', '/api/admin/redirects');
      expect((body as unknown as { redirects: { hits: number }[] }).redirects.map(({ hits }) => hits)).to.deep.equal([
        2,
      ]);
    });
  });
}
