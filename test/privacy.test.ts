import { expect } from 'chai';

import { mailboxHashes } from '../routers/mail/confirmations/mailbox-hash.ts';
import { comment, edit, expectRefusal, type Written } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import { insertReplyMail } from './support/replies.ts';
import { everyRow } from './support/sessions.ts';
import { insertMailing, insertSubscriber } from './support/subscribers.ts';
import { describeVisited } from './support/visitors.ts';

const EMAIL = 'writer@example.org';
const IP = '198.51.100.7';

describeVisited.onBothEngines('the data stored about a person', (use) => {
  const list = async (of: string) => (await use().admin('POST', '/api/admin/privacy/list', { of })).body;
  const erase = async (of: string) => (await use().admin('POST', '/api/admin/privacy/erase', { of })).body;
  const from = { 'cf-connecting-ip': IP };
  const thread = async () => (await use().call('GET', '/api/posts/harbour/comments')).body.comments;

  before(async () => {
    await write(use(), { id: 'harbour' });
  });
  beforeEach(async () => {
    await use().database.kysely.deleteFrom('comments').execute();
    await use().admin('PUT', '/api/admin/settings', { spamFilter: true });
  });

  // docs/interface.md, U1, U2, U3
  it('is listed and erased by e-mail address; threads stay whole', async () => {
    const { comment: own } = await comment(use(), 'harbour', { author: 'Wri', content: 'A secret text' });
    const { comment: other } = await comment(use(), 'harbour', { author: 'Bea', parentId: own.id });
    const { comment: last } = await comment(use(), 'harbour', { author: 'Wri', content: 'Last', parentId: other.id });
    for (const { id } of [own, last]) await insertReplyMail(use(), id);
    await insertSubscriber(use(), 'writer');
    await insertMailing(use(), 'harbour', 'sub-writer');
    const at = '2026-01-01T00:00:00.000Z';
    const job = { kind: 'none', run_at: at, state: 'failed', created_at: at } as const;
    await use()
      .database.kysely.insertInto('jobs')
      .values([
        { id: 'j-1', ...job, data: JSON.stringify({ email: EMAIL }), key: `subscribe:${EMAIL}` },
        { id: 'j-2', ...job, data: '{"address":"ra-stored"}' },
        { id: 'j-3', ...job, data: '{"address":"ra-other"}' },
      ])
      .execute();
    const asked = { purpose: 'subscriber', network: '', email: EMAIL, language: 'en', sent_at: null } as const;
    const mailbox = (await mailboxHashes(use().services)).mailbox('writer+news@example.org');
    await use()
      .database.kysely.insertInto('confirmations')
      .values({ id: 'cf-1', ...asked, mailbox, requested_at: at })
      .execute();
    await use().admin('PUT', '/api/admin/settings', { ownerEmail: EMAIL, securityContact: `mailto:${EMAIL}` });
    await use().admin('POST', `/api/comments/${own.id}/block`, { by: 'name' });
    const rest = {
      subscriptions: 1,
      mailings: 1,
      replyAddresses: 1,
      replyMails: 2,
      confirmations: 1,
      jobs: 2,
      settings: ['ownerEmail', 'securityContact'],
      blocks: 1,
      likes: 0,
      views: 0,
      signIns: 0,
    };
    const { comments, ...counts } = await list('Writer@EXAMPLE.org');
    expect(counts).to.deep.equal({ ok: true, kind: 'email', total: 2, ...rest, ended: 0, erased: 0 });
    expect(comments.map((one: { content: string }) => one.content)).to.deep.equal(['Last', 'A secret text']);
    expect(await erase(EMAIL)).to.deep.equal({ ok: true, kind: 'email', deleted: 1, emptied: 1, ...rest });
    expect(
      (await thread()).map(({ id, author, content }: Record<string, string>) => [id, author, content]),
    ).to.deep.equal([
      [own.id, '', ''],
      [other.id, 'Bea', other.content],
    ]);
    const rows = await everyRow(use());
    for (const trace of [EMAIL, 'A secret text', 'Wri']) expect(rows, trace).to.not.include(trace);
    expect(rows).to.include('"j-3"');
    expect((await use().admin('GET', '/api/admin/settings')).body).to.include({ ownerEmail: '', securityContact: '' });
    expect(await list(EMAIL)).to.deep.include({
      total: 0,
      subscriptions: 0,
      replyAddresses: 0,
      jobs: 0,
      settings: [],
      erased: 1,
    });
  });

  // docs/interface.md, U3
  it('removes a comment entirely if only the same person replied to it', async () => {
    const { comment: first } = await comment(use(), 'harbour', { author: 'Wri' });
    const { comment: reply } = await comment(use(), 'harbour', { author: 'Wri', parentId: first.id });
    const { comment: last } = await comment(use(), 'harbour', { author: 'Wri', parentId: reply.id });
    for (const { id } of [first, reply, last]) await insertReplyMail(use(), id);
    expect(await erase(EMAIL)).to.include({ deleted: 3, emptied: 0 });
    expect(await thread()).to.deep.equal([]);
  });

  // docs/interface.md, U3
  it('is forgotten by the spam filter, also after changes of the text', async () => {
    const { kysely } = use().database;
    await kysely.deleteFrom('spam_words').execute();
    const decide = (id: string, fields: object) => use().admin('PUT', `/api/comments/${id}`, fields);
    const names = ['Wriothesley', 'Peregrine', 'Ethelburga'];
    const written: Written[] = [];
    for (const author of names) written.push(await comment(use(), 'harbour', { author, content: `I am ${author}.` }));
    const [same, edited, changed] = written as [Written, Written, Written];
    for (const { comment: own } of written) {
      await decide(own.id, { status: 'spam' });
      await insertReplyMail(use(), own.id);
    }
    await edit(use(), edited, { author: 'Somebody', content: 'Call 5550123.' });
    await decide(edited.comment.id, { status: 'approved' });
    await decide(changed.comment.id, { content: 'Write to nobody.example.' });
    const words = async () => JSON.stringify(await kysely.selectFrom('spam_words').selectAll().execute());
    expect(await words())
      .to.include('wriothesley')
      .and.include('5550123')
      .and.include('nobody')
      .and.not.include('peregrine')
      .and.not.include('-1');
    await decide(same.comment.id, { status: 'approved', content: 'I changed my mind.' });
    await erase(EMAIL);
    expect(await words()).to.equal('[]');
  });

  // docs/interface.md, U1, U3
  it('is listed and erased by IP address; likes stay counted', async () => {
    const { comment: own } = await comment(use(), 'harbour', { content: 'From there' }, from);
    const { comment: other } = await comment(use(), 'harbour', { content: 'From elsewhere' });
    for (const path of [`comments/${other.id}/like`, 'posts/harbour/like', 'posts/harbour/view']) {
      await use().call('POST', `/api/${path}`, { headers: from });
    }
    await use().services.views.flush();
    await use().call('POST', '/api/admin/login', { body: { password: 'not this one' }, headers: from });
    await use().admin('POST', `/api/comments/${own.id}/block`, { by: 'ip' });
    const kept = await list(IP);
    expect(kept.comments.map(({ id }: { id: string }) => id)).to.deep.equal([own.id]);
    expect(kept).to.include({ kind: 'ip', total: 1, blocks: 1, likes: 2, views: 1, signIns: 1 });
    expect(await erase(`::ffff:${IP}`)).to.include({ kind: 'ip', deleted: 1, emptied: 0, likes: 2, signIns: 1 });
    expect(await list(IP)).to.include({ total: 0, blocks: 0, likes: 0, views: 0, signIns: 0 });
    expect((await thread()).map(({ content, likes }: Record<string, unknown>) => [content, likes])).to.deep.equal([
      ['From elsewhere', 1],
    ]);
    expect(await everyRow(use())).to.not.include(IP);
  });

  // docs/interface.md, U2
  it('is available to the owner with a session only, and needs an address', async () => {
    const token = await newKey(use(), 'comments', 'transfer');
    for (const path of ['list', 'erase']) {
      const body = { of: EMAIL };
      expectRefusal(await use().call('POST', `/api/admin/privacy/${path}`, { body, token }), 403, 'SCOPE_MISSING');
      for (const wrong of ['', 'ada', '12', '1.2.3', 'a@b@c.example']) {
        expectRefusal(await use().admin('POST', `/api/admin/privacy/${path}`, { of: wrong }), 400, 'BAD_REQUEST');
      }
    }
  });
});
