import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { expect } from 'chai';

import type { TitledComment } from '../client/api/types.ts';
import { approveComments } from '../routers/comments/announce.ts';
import { cleanSpam } from '../routers/comments/spam/clean.ts';
import { comment, edit, expectRefusal, set, withdraw, type Written } from './support/comments.ts';
import { callDuring } from './support/locks.ts';
import { write } from './support/posts.ts';
import { itOnSqlite, type TestService } from './support/service.ts';
import { stopwatch } from './support/stopwatch.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The comment as the administrator's list shows it. */
async function asListed({ admin }: TestService, { comment: { id } }: Written): Promise<TitledComment> {
  const { body } = await admin('GET', '/api/comments?pageSize=100');
  return (body as { comments: TitledComment[] }).comments.find((one) => one.id === id)!;
}

async function idsWith({ admin }: TestService, query: string): Promise<string[]> {
  const { body } = await admin('GET', `/api/comments?pageSize=100&${query}`);
  return (body as { comments: TitledComment[] }).comments.map(({ id }) => id);
}

async function eventTypes({ database: { kysely } }: TestService, id: string): Promise<string[]> {
  const rows = await kysely.selectFrom('events').select('type').where('subject', '=', id).orderBy('id').execute();
  return rows.map(({ type }) => type);
}

describeVisited.onBothEngines('spam filter', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const decide = ({ comment: { id } }: Written, status: string) =>
    use().admin('PUT', `/api/comments/${id}`, { status });
  const bulk = (action: string, ...of: Written[]) =>
    use().admin('POST', '/api/comments/bulk', { action, ids: of.map(({ comment: { id } }) => id) });
  const rulesOf = async (written: Written) => (await asListed(use(), written)).spam!.reasons.map(({ rule }) => rule);

  let isOnAtFirst: unknown;
  before(async () => {
    const { body } = await use().admin('GET', '/api/admin/settings');
    isOnAtFirst = body.spamFilter;
    await write(use(), { id: 'post', title: 'Post' });
  });
  beforeEach(() => set(use(), { spamFilter: true, spamLinks: 2, spamBlocklist: [], commentModeration: 'off' }));

  // docs/interface.md, C27
  itOnce('is on for a new blog, and offered to one that was upgraded', async () => {
    expect(isOnAtFirst).to.equal(true);
    const { body } = await use().admin('GET', '/api/admin/health');
    expect(body.notices).to.not.include('SPAM_FILTER_UNDECIDED');
    await use().database.kysely.deleteFrom('settings').where('name', '=', 'spamFilter').execute();
    const upgraded = await use().admin('GET', '/api/admin/health');
    expect(upgraded.body.notices).to.include('SPAM_FILTER_UNDECIDED');
  });

  itOnce('off: only the moderation setting decides the status, and nothing is stored about writers', async () => {
    await set(use(), { spamFilter: false });
    const written = await comment(use(), 'post', { content: 'Buy viagra at https://a.example [url=x]' });
    expect(written.comment.status).to.equal('approved');
    expect((await asListed(use(), written)).spam).to.equal(null);
    expectRefusal(
      await use().admin('POST', `/api/comments/${written.comment.id}/block`, { by: 'ip' }),
      404,
      'NOT_FOUND',
    );
  });

  it('approves what people write, and says that it found nothing', async () => {
    const written = await comment(use(), 'post', {
      content: 'I asked a specialist: see https://a.example/paper and http://b.example, both are good.',
      form: { trap: '', seconds: 40 },
    });
    expect(written.comment.status).to.equal('approved');
    expect((await asListed(use(), written)).spam).to.deep.equal({ verdict: 'good', score: 0, reasons: [] });
  });

  // docs/interface.md, C28
  const blatant: [content: string, rules: string[]][] = [
    ['Cheap viagra and cialis here: http://pills.example', ['advertising']],
    ['Great post! <a href="http://x.example">click</a> online casino', ['markup', 'advertising']],
    [
      'a http://1.example b http://2.example c http://3.example d http://4.example http://5.example http://6.example',
      ['links'],
    ],
    ['Nice [url=http://x.example]SEO services[/url], work from home', ['markup', 'advertising']],
  ];
  for (const [content, rules] of blatant) {
    itOnce(`keeps blatant spam: ${content.slice(0, 30)}`, async () => {
      const written = await comment(use(), 'post', { content });
      expect(written.comment.status).to.equal('pending');
      const { status, heldBecause, spam } = await asListed(use(), written);
      expect({ status, heldBecause }).to.deep.equal({ status: 'pending', heldBecause: 'spam' });
      expect(spam!.verdict).to.equal('spam');
      expect(spam!.reasons.map(({ rule }) => rule)).to.deep.equal(rules);
      expect(spam!.score).to.equal(spam!.reasons.reduce((sum, { points }) => sum + points, 0));
    });
  }

  itOnce(
    'holds suspicious comments: three links, a URL as a name; those that are only sent quickly are good',
    async () => {
      const quick = await comment(use(), 'post', { form: { trap: '', seconds: 1 } });
      expect((await asListed(use(), quick)).spam).to.include({ verdict: 'good', score: 2 });
      const links = await comment(use(), 'post', { content: 'www.a.example www.b.example http://c.example' });
      const name = await comment(use(), 'post', { author: 'www.shop.example' });
      for (const [written, rule] of [
        [links, 'links'],
        [name, 'name'],
      ] as const) {
        const { heldBecause, spam } = await asListed(use(), written);
        expect({ heldBecause, verdict: spam!.verdict }, rule).to.deep.equal({
          heldBecause: 'suspicious',
          verdict: 'held',
        });
        expect(await rulesOf(written)).to.deep.equal([rule]);
      }
      expect(await eventTypes(use(), links.comment.id)).to.deep.equal(['comment.created']);
    },
  );

  it('matches entries of the blocklist literally, anywhere and in any case', async () => {
    await set(use(), { spamBlocklist: ['Casino.Example', '賭博'] });
    expect(await rulesOf(await comment(use(), 'post', { content: 'Look at mycasino.example!' }))).to.deep.equal([
      'blocklist',
    ]);
    expect(await rulesOf(await comment(use(), 'post', { author: '日本賭博店' }))).to.deep.equal(['blocklist']);
    expect((await comment(use(), 'post', { content: 'casino' })).comment.status).to.equal('approved');
  });

  it('gives points for the same text elsewhere, unless it is short', async () => {
    await write(use(), { id: 'other', title: 'Other' });
    const text = { content: 'I enjoyed this very much, you write so well about it.' };
    const verdicts: string[] = [];
    for (const thread of ['post', 'other', 'gb-note']) {
      verdicts.push((await asListed(use(), await comment(use(), thread, text))).spam!.verdict);
    }
    expect(verdicts).to.deep.equal(['good', 'held', 'spam']);
    for (const thread of ['post', 'other', 'gb-note']) {
      expect((await comment(use(), thread, { content: 'Thanks a lot!' })).comment.status).to.equal('approved');
    }
  });

  itOnce('detects a filled hidden field, with the form of a page and with a script', async () => {
    const written = await comment(use(), 'post', { form: { trap: 'http://x.example', seconds: 60 } });
    expect(await rulesOf(written)).to.deep.equal(['honeypot']);
    expect((await asListed(use(), written)).spam!.verdict).to.equal('spam');
  });

  // docs/interface.md, C29
  it('lists spam separately, and emits no event of it before it is approved', async () => {
    const spam = await comment(use(), 'post', { content: 'viagra and levitra' });
    const held = await comment(use(), 'post', { author: 'https://shop.example' });
    const { id } = spam.comment;
    expect(await idsWith(use(), 'status=spam'))
      .to.include(id)
      .and.not.include(held.comment.id);
    expect(await idsWith(use(), 'status=pending'))
      .to.include(held.comment.id)
      .and.not.include(id);
    expect(await idsWith(use(), '')).to.include.members([id, held.comment.id]);
    expect(await eventTypes(use(), id)).to.deep.equal([]);
    expect((await decide(spam, 'approved')).body.comment.status).to.equal('approved');
    expect(await eventTypes(use(), id)).to.deep.equal(['comment.approved']);
  });

  it('lets the owner declare spam, alone and in bulk, and take it back', async () => {
    const one = await comment(use(), 'post');
    const others = [await comment(use(), 'post'), await comment(use(), 'gb-idea')];
    expect((await decide(one, 'spam')).body.comment.status).to.equal('pending');
    expect((await bulk('spam', one, ...others)).body.changed).to.equal(2);
    for (const each of [one, ...others]) expect((await asListed(use(), each)).heldBecause).to.equal('spam');
    expect(await eventTypes(use(), one.comment.id)).to.deep.equal(['comment.created', 'comment.deleted']);
    expect((await bulk('hold', one, ...others)).body.changed).to.equal(3);
    for (const each of [one, ...others]) expect((await asListed(use(), each)).heldBecause).to.equal('administrator');
    await decide(one, 'spam');
    await decide(one, 'pending');
    expect((await asListed(use(), one)).heldBecause).to.equal('administrator');
    expect((await bulk('approve', one, ...others)).body.changed).to.equal(3);
  });

  // docs/interface.md, C24, C29, C32
  it('is over once a comment was approved, also when it becomes pending again', async () => {
    const approved = async () => {
      const spam = await comment(use(), 'post', { content: `viagra and levitra ${++approvals}` });
      await bulk('approve', spam);
      return spam;
    };
    let approvals = 0;
    const again = {
      hold: (spam: Written) => bulk('hold', spam),
      unapprove: (spam: Written) => bulk('unapprove', spam),
      'status: pending': (spam: Written) => decide(spam, 'pending'),
    };
    for (const [name, undo] of Object.entries(again)) {
      const spam = await approved();
      expect((await asListed(use(), spam)).spam!.verdict, name).to.equal('held');
      const before = await approved();
      // Like those that an earlier version approved.
      const { kysely } = use().database;
      await kysely.updateTable('comments').set({ verdict: 'spam' }).where('id', '=', before.comment.id).execute();
      use().clock.advance(31 * DAY);
      await use().signIn();
      for (const each of [spam, before]) {
        await undo(each);
        const reason = name === 'unapprove' ? 'suspicious' : 'administrator';
        expect((await asListed(use(), each)).heldBecause, name).to.equal(reason);
      }
      await cleanSpam(use().services.em.fork(), use().clock);
      for (const each of [spam, before]) expect(await asListed(use(), each), name).to.not.equal(undefined);
    }
  });

  // docs/interface.md, X16
  it('leaves no approved comment out of exports', async () => {
    const spam = await comment(use(), 'post', { content: 'viagra and levitra, again' });
    const others = [await comment(use(), 'post', { content: 'viagra, levitra' }), await comment(use(), 'post')];
    await decide(spam, 'approved');
    const { kysely } = use().database;
    for (const verdict of ['held', 'spam'] as const) {
      await kysely.updateTable('comments').set({ verdict }).where('id', '=', spam.comment.id).execute();
      const { body } = await use().admin('POST', '/api/admin/downloads', { kind: 'comments' });
      const file = await (await fetch(use().url + (body as { path: string }).path)).text();
      expect(file).to.include(spam.comment.content).and.include(others[1]!.comment.content);
      expect(file).to.not.include(others[0]!.comment.content);
    }
  });

  // docs/interface.md, X16
  it('makes an approved reply one of the first level in exports, without its parent that became spam', async () => {
    const parent = await comment(use(), 'post', { content: 'It looked good.' });
    const reply = await comment(use(), 'post', { parentId: parent.comment.id, content: 'A good reply.' });
    await decide(parent, 'approved');
    await decide(reply, 'approved');
    const recordOfReply = async () => {
      const { body } = await use().admin('POST', '/api/admin/downloads', { kind: 'comments' });
      const lines = (await (await fetch(use().url + (body as { path: string }).path)).text()).trim().split('\n');
      const records = lines.map((line) => JSON.parse(line) as { content: string; parent?: string });
      return records.find(({ content }) => content === 'A good reply.');
    };
    expect(await recordOfReply()).to.include({ parent: `octavo:${parent.comment.id}` });
    await decide(parent, 'spam');
    expect(await recordOfReply())
      .to.be.an('object')
      .and.not.have.property('parent');
  });

  it('checks an edit like a new comment, and never approves by one', async () => {
    const written = await comment(use(), 'post');
    await edit(use(), written, { content: 'viagra, cialis' });
    expect((await asListed(use(), written)).heldBecause).to.equal('spam');
    await edit(use(), written, { content: 'Nothing of the kind.' });
    expect((await asListed(use(), written)).heldBecause).to.equal('spam');
    await set(use(), { commentModeration: 'all' });
    const held = await comment(use(), 'post');
    await edit(use(), held, { content: 'viagra, cialis' });
    expect((await asListed(use(), held)).heldBecause, 'of a comment that was held').to.equal('spam');
  });

  it('does not compare an edit with the text that it replaces', async () => {
    const written = await comment(use(), 'post', { content: 'A sentence that stands nowhere else on this site.' });
    await edit(use(), written, { author: 'Anna' });
    expect((await asListed(use(), written)).spam!.verdict).to.equal('good');
  });

  it('keeps nothing of a comment whose author deletes it', async () => {
    const top = await comment(use(), 'post', { content: 'A fine www.a.example www.b.example www.c.example story.' });
    await decide(top, 'approved');
    await comment(use(), 'post', { parentId: top.comment.id });
    expect((await withdraw(use(), top)).body.deleted).to.equal(0);
    expect((await asListed(use(), top)).spam).to.equal(null);
  });

  // docs/interface.md, C30
  it('learns from decisions, gives reasons, and unlearns reverted decisions', async () => {
    const learned: Written[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const good = await comment(use(), 'post', { content: `The lighthouse keeper number ${n} rowed across the bay.` });
      const bad = await comment(use(), 'post', {
        content: `Sparkly gemstones number ${n}, wholesale discount parcel.`,
      });
      await bulk('approve', good);
      await decide(bad, 'spam');
      learned.push(bad);
    }
    const spam = await comment(use(), 'gb-note', { content: 'Wholesale gemstones: sparkly discount parcel for you.' });
    const { spam: found } = await asListed(use(), spam);
    expect(found!.reasons.map(({ rule }) => rule)).to.deep.equal(['learned']);
    expect(found!.reasons[0]!.detail).to.match(/^\d+ %: .*(wholesale|gemstones|sparkly|discount|parcel)/);
    expect(spam.comment.status).to.equal('pending');
    const good = await comment(use(), 'gb-note', { content: 'Did the keeper row across the bay to the lighthouse?' });
    expect(good.comment.status).to.equal('approved');
    for (const each of learned) await decide(each, 'pending');
    const after = await comment(use(), 'gb-idea', {
      content: 'Wholesale gemstones: sparkly discount parcels for all.',
    });
    expect(after.comment.status).to.equal('approved');
  });

  // docs/interface.md, C30
  it('learns the text that the owner has decided on, not the one that its author makes of it', async () => {
    const { kysely } = use().database;
    const countsOf = async (...words: string[]) => {
      const rows = await kysely.selectFrom('spam_words').selectAll().where('word', 'in', words).execute();
      return Object.fromEntries(rows.map(({ word, good, spam }) => [word, [good, spam]]));
    };
    const spam = await comment(use(), 'post', { content: 'Buttercups.' });
    await decide(spam, 'spam');
    expect(await countsOf('buttercups')).to.deep.equal({ buttercups: [0, 1] });
    await edit(use(), spam, { content: 'Marigolds.' });
    expect(await countsOf('buttercups', 'marigolds')).to.deep.equal({});
    await bulk('approve', spam);
    expect(await countsOf('marigolds')).to.deep.equal({ marigolds: [1, 0] });
    const { id } = spam.comment;
    await use().admin('PUT', `/api/comments/${id}`, { content: 'Hollyhocks.' });
    expect(await countsOf('marigolds', 'hollyhocks')).to.deep.equal({ hollyhocks: [1, 0] });
    await use().admin('PUT', `/api/comments/${id}`, { content: 'Foxgloves.', status: 'spam' });
    expect(await countsOf('hollyhocks', 'foxgloves')).to.deep.equal({ foxgloves: [0, 1] });
    // Like the words that an earlier version left behind.
    await kysely.insertInto('spam_words').values({ word: 'snowdrops', good: 0, spam: -1 }).execute();
    await cleanSpam(use().services.em.fork(), use().clock);
    expect(await countsOf('foxgloves', 'snowdrops')).to.deep.equal({ foxgloves: [0, 1] });
  });

  // docs/interface.md, C31
  it('blocks a writer by address and, separately, by name, for 90 days', async () => {
    const headers = freshAddress();
    const block = (written: Written, by: string) =>
      use().admin('POST', `/api/comments/${written.comment.id}/block`, { by });
    const first = await comment(use(), 'post', { author: 'Troll' }, headers);
    expect((await block(first, 'ip')).body.blocked).to.include({ by: 'ip', name: 'Troll' });
    const again = await comment(use(), 'post', { author: 'Somebody' }, headers);
    expect(await rulesOf(again)).to.deep.equal(['blockedIp']);
    expect((await comment(use(), 'post', { author: 'Troll' })).comment.status).to.equal('approved');
    await block(first, 'name');
    expect(await rulesOf(await comment(use(), 'post', { author: 'TROLL' }))).to.deep.equal(['blockedName']);
    use().clock.advance(50 * DAY);
    await use().signIn();
    expect(await rulesOf(await comment(use(), 'post', { author: 'Somebody' }, headers))).to.deep.equal(['blockedIp']);
    const { body } = await use().admin('GET', '/api/admin/blocked-writers');
    expect(body.blocked.map(({ by }: { by: string }) => by)).to.have.members(['name', 'ip']);
    for (const { id } of body.blocked) await use().admin('DELETE', `/api/admin/blocked-writers/${id}`);
    expectRefusal(await use().admin('DELETE', `/api/admin/blocked-writers/${body.blocked[0].id}`), 404, 'NOT_FOUND');
    expect((await comment(use(), 'post', { author: 'troll' }, headers)).comment.status).to.equal('approved');
    await block(first, 'name');
    use().clock.advance(91 * DAY);
    await use().signIn();
    expect((await use().admin('GET', '/api/admin/blocked-writers')).body.blocked).to.deep.equal([]);
  });

  itOnce('blocks the /64 of an IPv6 address, and no other', async () => {
    const from = (address: string) => comment(use(), 'post', {}, { 'cf-connecting-ip': address });
    const first = await from('2001:db8:1:2::1');
    await use().admin('POST', `/api/comments/${first.comment.id}/block`, { by: 'ip' });
    expect(await rulesOf(await from('2001:db8:1:2:ffff::2'))).to.deep.equal(['blockedIp']);
    expect(await rulesOf(await from('2001:db8:1:3::1'))).to.deep.equal([]);
  });

  it('deletes all comments of a writer', async () => {
    const headers = freshAddress();
    const mine = [await comment(use(), 'post', {}, headers), await comment(use(), 'gb-note', {}, headers)];
    const other = await comment(use(), 'post');
    const { body } = await use().admin('POST', `/api/comments/${mine[0]!.comment.id}/delete-by-writer`, {
      by: 'ip',
    });
    expect(body.deleted).to.equal(2);
    expect(await asListed(use(), other)).to.not.equal(undefined);
    for (const each of mine) expect(await asListed(use(), each)).to.equal(undefined);
  });

  // docs/interface.md, C32
  itOnce('is fast for texts that are made to be slow', async () => {
    for (const unit of ['a@', '@', 'a', 'ſſ', '<a ', 'x.', '00 ', 'http://', '(', '1']) {
      const content = unit.repeat(5000).slice(0, 4999);
      const elapsed = stopwatch();
      await comment(use(), 'post', { content: `${content}!` });
      expect(elapsed(), unit).to.be.below(200);
    }
  });

  // docs/interface.md, C32
  it('keeps spam that the owner approves while old spam is deleted', async () => {
    const { comment: spam } = await comment(use(), 'post', { content: 'viagra, payday loan' });
    use().clock.advance(31 * DAY);
    const approve = (tx: SqlEntityManager) => approveComments(tx, use().clock, [spam.id]);
    // Not in the context of the other transaction.
    const apart = AsyncLocalStorage.snapshot();
    await callDuring(use(), approve, () => apart(() => cleanSpam(use().services.em.fork(), use().clock)));
    await use().signIn();
    expect(await idsWith(use(), 'status=approved')).to.include(spam.id);
  });

  // docs/interface.md, C32
  it('deletes spam after 30 days also when its author has edited it', async () => {
    const found = await comment(use(), 'post', { content: 'payday loan, essay writing service' });
    const declared = await comment(use(), 'post');
    await decide(declared, 'spam');
    // Like those that were edited with an earlier version.
    const before = await comment(use(), 'post', { content: 'payday loan, viagra' });
    for (const each of [found, declared]) await edit(use(), each, { content: `Harmless ${each.comment.id}` });
    const { kysely } = use().database;
    const { key } = await kysely
      .selectFrom('comments')
      .select('key')
      .where('id', '=', before.comment.id)
      .executeTakeFirstOrThrow();
    await kysely.updateTable('comment_checks').set({ spam_since: null }).where('comment_key', '=', key).execute();
    for (const days of [29, 2]) {
      use().clock.advance(days * DAY);
      await use().signIn();
      await cleanSpam(use().services.em.fork(), use().clock);
      const listed = await Promise.all([found, declared, before].map((each) => asListed(use(), each)));
      const verdict = days === 29 ? 'spam' : undefined;
      expect(listed.map((one: TitledComment | undefined) => one?.spam?.verdict)).to.deep.equal(Array(3).fill(verdict));
    }
  });

  it('deletes spam after 30 days, and learns comments whose status was not changed for a week', async () => {
    const spam = await comment(use(), 'post', { content: 'essay writing service, payday loan' });
    const good = await comment(use(), 'post', { content: 'The harbour master waves at everybody.' });
    const clean = () => cleanSpam(use().services.em.fork(), use().clock);
    use().clock.advance(29 * DAY);
    await clean();
    await use().signIn();
    expect(await asListed(use(), spam)).to.not.equal(undefined);
    use().clock.advance(2 * DAY);
    await use().signIn();
    await clean();
    await use().signIn();
    expect(await asListed(use(), spam)).to.equal(undefined);
    expect(await asListed(use(), good)).to.not.equal(undefined);
    const words = use().database.kysely.selectFrom('spam_words').select('good').where('word', '=', 'harbour');
    expect((await words.executeTakeFirstOrThrow()).good).to.be.at.least(1);
  });
});
