import { expect } from 'chai';

import { expectRefusal } from './support/comments.ts';
import { openTestStream } from './support/stream.ts';
import type { TestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const PATH = '/api/admin/subscribers';

const emailsOf = (subscribers: { email: string }[]) => subscribers.map(({ email }) => email);

async function clear({ database }: TestService): Promise<void> {
  await database.kysely.deleteFrom('subscribers').execute();
}

async function eventsOf({ database }: TestService): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('events')
    .select(['type', 'data'])
    .where('type', 'like', 'subscriber.%')
    .orderBy('id')
    .execute();
  return rows.map(({ type, data }) => `${type} ${data}`);
}

describeVisited.onBothEngines('subscribers of the owner', (use) => {
  const add = (body: object) => use().admin('POST', PATH, body);

  beforeEach(() => clear(use()));

  // docs/interface.md, N5
  it('are added by the owner as confirmed, once, in lower case', async () => {
    const { status, body, headers } = await add({ email: 'Ada@Example.ORG', language: 'de-AT' });
    expect([status, headers.get('location')]).to.deep.equal([201, `${PATH}/${body.subscriber.id}`]);
    expect(body.subscriber.id).to.match(/^sub-/);
    expect(body.subscriber).to.include({
      email: 'ada@example.org',
      language: 'de',
      state: 'confirmed',
      source: 'owner',
      confirmedAt: body.subscriber.createdAt,
    });
    expectRefusal(await add({ email: 'ada@example.org' }), 409, 'SUBSCRIBER_EXISTS');
    for (const email of ['', 'ada', 'ada@', 'ada@x', 'a b@x.example', 'a@x.example\r\nBcc: b@x.example', 7]) {
      expectRefusal(await add({ email }), 400, 'BAD_REQUEST');
    }
    expectRefusal(await add({ email: 'bea@example.org', language: '!' }), 400, 'BAD_REQUEST');
  });

  // docs/interface.md, N5
  it('confirm an address that was pending', async () => {
    await add({ email: 'ada@example.org' });
    await use().database.kysely.updateTable('subscribers').set({ state: 'pending', confirmed_at: null }).execute();
    expect((await add({ email: 'ada@example.org' })).body.subscriber).to.include({ state: 'confirmed' });
  });

  // docs/interface.md, N6
  it('are listed newest first, by state and by a part of the address', async () => {
    for (const email of ['ada@one.example', 'bea_c@two.example', 'beaxc@two.example']) {
      await add({ email });
      use().clock.advance(1);
    }
    await use()
      .database.kysely.updateTable('subscribers')
      .set({ state: 'pending', confirmed_at: null })
      .where('email', '=', 'ada@one.example')
      .execute();
    const list = async (query: string) => (await use().admin('GET', `${PATH}?${query}`)).body;
    const all = await list('');
    expect(emailsOf(all.subscribers)).to.deep.equal(['beaxc@two.example', 'bea_c@two.example', 'ada@one.example']);
    expect(all).to.include({ total: 3, page: 1, pageSize: 10, confirmed: 2, pending: 1 });
    expect(emailsOf((await list('state=pending')).subscribers)).to.deep.equal(['ada@one.example']);
    const found = await list('search=BEA_&pageSize=1');
    expect([emailsOf(found.subscribers), found.total]).to.deep.equal([['bea_c@two.example'], 1]);
    expect(emailsOf((await list('page=2&pageSize=2')).subscribers)).to.deep.equal(['ada@one.example']);
  });

  // docs/interface.md, N4, N7
  it('have events with their id only, and are deleted with the address', async () => {
    const before = (await eventsOf(use())).length;
    const { id } = (await add({ email: 'ada@example.org' })).body.subscriber;
    expect((await use().admin('DELETE', `${PATH}/${id}`)).body).to.deep.equal({ ok: true, id });
    expectRefusal(await use().admin('DELETE', `${PATH}/${id}`), 404, 'NOT_FOUND');
    const data = `{"subscriberId":"${id}"}`;
    expect((await eventsOf(use())).slice(before)).to.deep.equal([
      `subscriber.confirmed ${data}`,
      `subscriber.removed ${data}`,
    ]);
    await add({ email: 'ada@example.org' });
    await use().database.kysely.updateTable('subscribers').set({ state: 'pending', confirmed_at: null }).execute();
    const pending = (await use().admin('GET', PATH)).body.subscribers[0];
    const seen = (await eventsOf(use())).length;
    await use().admin('DELETE', `${PATH}/${pending.id}`);
    expect(await eventsOf(use())).to.have.length(seen);
  });

  // docs/interface.md, N4
  it('have events in the stream and in webhooks', async () => {
    const stream = await openTestStream(use().url, use().token);
    await stream.next();
    const { id } = (await add({ email: 'ada@example.org' })).body.subscriber;
    const message = await stream.next();
    expect([message?.type, message?.data]).to.deep.equal(['subscriber.confirmed', { subscriberId: id }]);
    stream.leave();
    const events = ['subscriber.confirmed', 'subscriber.removed'];
    const url = 'https://hooks.example/';
    const { status, body } = await use().admin('POST', '/api/admin/webhooks', { url, events });
    expect([status, body.webhook.events]).to.deep.equal([201, events]);
    await use().admin('DELETE', `/api/admin/webhooks/${body.webhook.id}`);
  });
});

describeVisited('the CSV file of subscribers', (use) => {
  const take = async (csv: string, more: object = {}) => use().admin('POST', `${PATH}/import`, { csv, ...more });
  const stored = () => use().database.kysely.selectFrom('subscribers').selectAll().orderBy('email').execute();

  beforeEach(() => clear(use()));

  // docs/interface.md, N8
  it('is imported: addresses are confirmed, without events; a report says what was refused', async () => {
    const before = await eventsOf(use());
    const csv = [
      '\ufeffName,E-Mail,Language,Status,Created_At',
      '"Ada, L.",ADA@one.example,de,Subscribed,2024-02-03T04:05:06Z',
      'Bea,bea@two.example,,,',
      'Bea,BEA@two.example,,,',
      'Cid,cid@,,,',
      'Dan,dan@two.example,,unsubscribed,',
      'Eve,eve@two.example,,,yesterday',
    ].join('\r\n');
    const refused = [
      { line: 5, reason: '"cid@" is not an e-mail address.' },
      { line: 6, reason: '"unsubscribed" is not the state of a confirmed address.' },
      { line: 7, reason: '"yesterday" is not a time such as 2026-01-31T08:00:00Z.' },
    ];
    const planned = (await take(csv, { dryRun: true })).body;
    expect(await stored()).to.have.length(0);
    const { body } = await take(csv);
    expect(body).to.deep.equal({ ok: true, added: 2, confirmed: 0, unchanged: 1, ended: [], refused });
    expect(planned).to.deep.equal(body);
    const [ada, bea] = await stored();
    expect(ada).to.include({ email: 'ada@one.example', language: 'de', state: 'confirmed', source: 'import' });
    expect([ada?.created_at, bea?.language]).to.deep.equal(['2024-02-03T04:05:06.000Z', 'en']);
    expect((await take(csv)).body).to.include({ added: 0, unchanged: 3 });
    expect(await eventsOf(use())).to.deep.equal(before);
    expect(JSON.stringify(use().logged)).to.not.include('one.example');
  });

  // docs/interface.md, N8
  it('may have addresses only, and must have some', async () => {
    expect((await take('ada@one.example\nbea@two.example\n')).body).to.include({ added: 2 });
    for (const csv of ['', '\ufeff\r\n', 'email,name\n']) {
      expect((await take(csv)).body.error).to.equal('The file has no addresses.');
    }
  });

  // docs/interface.md, N8
  it('has at most 10,000 rows', async () => {
    const rows = Array.from({ length: 10_001 }, (_, at) => `p${at}@many.example`).join('\n');
    const { status, body } = await take(rows);
    expect([status, body.error]).to.deep.equal([400, 'The file has more than 10,000 rows; split it.']);
    expect(await stored()).to.have.length(0);
  });

  // docs/interface.md, N9
  it('is exported page by page, and imported again without a difference', async () => {
    const list = Array.from({ length: 1500 }, (_, at) => `p${at}@many.example`);
    await take([...list, '=cmd@many.example'].join('\n'));
    const before = await stored();
    let page = (await use().admin('GET', `${PATH}/export`)).body;
    let csv = page.csv as string;
    while (page.cursor !== undefined) {
      page = (await use().admin('GET', `${PATH}/export?cursor=${page.cursor}`)).body;
      csv += page.csv;
    }
    expect(csv.startsWith('\ufeffemail,language,state,source,created_at,confirmed_at\r\n')).to.equal(true);
    expect(csv.split('\r\n')).to.have.length(1501 + 2);
    expect(csv).to.include("\r\n'=cmd@many.example,");
    await clear(use());
    expect((await take(csv)).body).to.deep.include({ added: 1501, refused: [] });
    const facts = (rows: typeof before) =>
      rows.map(({ email, created_at, confirmed_at }) => [email, created_at, confirmed_at]);
    expect(facts(await stored())).to.deep.equal(facts(before));
  });
});

describeVisited('subscribing without mail', (use) => {
  // docs/interface.md, N1
  it('is 403 SUBSCRIPTIONS_CLOSED, and stores nothing', async () => {
    expectRefusal(
      await use().call('POST', '/api/subscribers', { body: { email: 'ada@example.org' } }),
      403,
      'SUBSCRIPTIONS_CLOSED',
    );
    expect(await use().database.kysely.selectFrom('jobs').select('id').execute()).to.deep.equal([]);
  });
});
