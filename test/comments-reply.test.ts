import { expect } from 'chai';

import { comment, expectRefusal, listed, sendSuspicious, set, submit, withdraw } from './support/comments.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { type Answer, itOnSqlite } from './support/service.ts';
import { statementsOf } from './support/statements.ts';
import { describeVisited, refusal } from './support/visitors.ts';

// docs/interface.md, C25
describeVisited.onBothEngines('comments: replies of the owner', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const reply = (id: string, content: unknown = 'Thank you'): Promise<Answer> =>
    use().admin('POST', `/api/comments/${id}/reply`, { content });
  const taken = async (id: string, content?: string) => {
    const { status, body } = await reply(id, content);
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.comment;
  };

  afterEach(() => set(use(), { author: '', title: 'My blog', commentsEnabled: true, commentModeration: 'off' }));

  itOnce('answer 201 with the comment, Location, and the author of the settings', async () => {
    await set(use(), { author: 'Ada & Co' });
    const id = await write(use(), { title: 'Answered' });
    const { comment: asked } = await comment(use(), id);
    const { status, headers, body } = await reply(asked.id, 'Yes <b> & no');
    expect(status).to.equal(201);
    expect(body).to.deep.equal({
      ok: true,
      comment: {
        id: body.comment.id,
        post_id: id,
        author: 'Ada &amp; Co',
        content: 'Yes &lt;b&gt; &amp; no',
        date: new Date(use().clock.now()).toISOString(),
        status: 'approved',
        parent_id: asked.id,
        likes: 0,
        pinned: 0,
        featured: 0,
        owner: 1,
      },
    });
    expect(headers.get('location')).to.equal(`/api/posts/${id}/comments/${body.comment.id}`);
    const place = await use().call('GET', headers.get('location') ?? '');
    expect(place.body).to.deep.equal({ ok: true, comment: body.comment });
    expect(await listed(use(), id)).to.deep.equal([asked, body.comment]);
  });

  itOnce('have the title of the site as their author if none is set', async () => {
    await set(use(), { title: 'Coast notes' });
    const { comment: asked } = await comment(use(), 'gb-note');
    expect(await taken(asked.id)).to.include({ author: 'Coast notes', post_id: 'gb-note' });
  });

  it('are nested up to three levels, and beside the parent below that', async () => {
    const id = await write(use(), { title: 'Deep' });
    const first = (await comment(use(), id)).comment.id;
    const second = (await comment(use(), id, { parentId: first })).comment.id;
    const third = await taken(second, 'the third level');
    expect(third.parent_id).to.equal(second);
    const fourth = await taken(third.id, 'no fourth level');
    expect(fourth.parent_id).to.equal(second);
    expectRefusal(await submit(use(), id, { author: 'A', content: 'B', parentId: fourth.id }), 400, 'NESTING_TOO_DEEP');
  });

  it('approve their parent, and no other comment', async () => {
    await set(use(), { commentModeration: 'all' });
    const id = await write(use(), { title: 'Held' });
    const [asked, other] = [await comment(use(), id), await comment(use(), id)];
    expect([asked.comment.status, other.comment.status]).to.deep.equal(['pending', 'pending']);
    const { id: answer } = await taken(asked.comment.id);
    expect((await listed(use(), id)).map((one) => one.id)).to.deep.equal([asked.comment.id, answer]);
    const { body } = await use().admin('GET', `/api/comments?post=${id}&status=approved`);
    expect(body.comments.map((one: Record<string, unknown>) => one.heldBecause)).to.deep.equal([null, null]);
  });

  it('approve all that they are below', async () => {
    const id = await write(use(), { title: 'Held above' });
    const first = await comment(use(), id);
    const second = await comment(use(), id, { parentId: first.comment.id });
    const third = await comment(use(), id, { parentId: second.comment.id });
    const ids = [first, second, third].map((one) => one.comment.id);
    await use().admin('POST', '/api/comments/bulk', { action: 'hold', ids });
    const answer = await taken(third.comment.id);
    expect((await listed(use(), id)).map((one) => one.id)).to.deep.equal([...ids, answer.id]);
  });

  itOnce('are accepted while comments are closed, on drafts, and without a limit', async () => {
    const id = await write(use(), { title: 'Closed' });
    const { comment: asked } = await comment(use(), id);
    await set(use(), { commentsEnabled: false });
    await use().admin('PUT', `/api/posts/${id}`, { status: 'draft' });
    for (let n = 0; n < 30; n++) await taken(asked.id, `Answer ${n}`);
    expect((await use().admin('GET', `/api/posts/${id}/comments`)).body.comments).to.have.length(31);
  });

  it('are rejected as duplicates, and leave the parent unchanged', async () => {
    const { comment: asked } = await comment(use(), 'gb-idea');
    await taken(asked.id, 'Once');
    await use().admin('PUT', `/api/comments/${asked.id}`, { status: 'pending' });
    expectRefusal(await reply(asked.id, 'Once'), 409, 'DUPLICATE_COMMENT');
    const { body } = await use().admin('GET', `/api/posts/gb-idea/comments/${asked.id}`);
    expect(body.comment.status).to.equal('pending');
  });

  it('may repeat a text to another comment', async () => {
    const id = await write(use(), { title: 'Thanked' });
    const questions = [await comment(use(), id, { content: 'One' }), await comment(use(), id, { content: 'Two' })];
    for (const { comment: one } of questions) expect((await reply(one.id, 'Thank you!')).status).to.equal(201);
  });

  it('approve the ancestors of their parent too', async () => {
    const id = await write(use(), { title: 'Chained' });
    const first = (await comment(use(), id)).comment.id;
    const second = (await comment(use(), id, { parentId: first })).comment.id;
    for (const held of [first, second]) await use().admin('PUT', `/api/comments/${held}`, { status: 'pending' });
    const answer = await taken(second, 'seen again');
    expect((await listed(use(), id)).map((one) => one.id)).to.deep.equal([first, second, answer.id]);
  });

  itOnce('have no longer author than the limit of comments', async () => {
    await set(use(), { title: 'é'.repeat(200) });
    const { comment: asked } = await comment(use(), 'gb-idea');
    expect(Array.from((await taken(asked.id, 'short')).author as string)).to.have.length(80);
  });

  itOnce('are rejected without a text, and to an unknown comment', async () => {
    const { comment: asked } = await comment(use(), 'gb-idea');
    for (const content of ['', '  ', null, undefined, 5, 'x'.repeat(5001)]) {
      expectRefusedField(await use().admin('POST', `/api/comments/${asked.id}/reply`, { content }), 'content');
    }
    for (const id of ['c-unknown', '%00', 'x']) expectRefusal(await reply(id), 404, 'NOT_FOUND');
    const none = use().trpc().comments.reply.mutate({ id: 'c-unknown', content: 'x' });
    expect(await refusal(none)).to.include({ status: 404, code: 'NOT_FOUND' });
  });

  itOnce('require the administrator, and cannot be imitated by a visitor', async () => {
    const id = await write(use(), { title: 'Feigned' });
    const { comment: asked } = await comment(use(), id, { owner: 1 });
    expect(asked.owner).to.equal(0);
    const visitor = await use().call('POST', `/api/comments/${asked.id}/reply`, { body: { content: 'x' } });
    expectRefusal(visitor, 401, 'UNAUTHORIZED');
    const { body } = await use().admin('PUT', `/api/comments/${asked.id}`, { owner: 1 });
    expect(body.comment.owner).to.equal(0);
  });

  itOnce('keep the entry of a comment that its author deletes', async () => {
    const id = await write(use(), { title: 'Withdrawn' });
    const question = await comment(use(), id);
    await taken(question.comment.id);
    expect((await withdraw(use(), question)).body).to.deep.equal({ ok: true, deleted: 0 });
    expect((await listed(use(), id)).map(({ content }) => content)).to.deep.equal(['', 'Thank you']);
  });

  itOnce('appear on the page of the post at once, marked in the language of the site', async () => {
    const id = await write(use(), { title: 'On the page' });
    const { comment: asked } = await comment(use(), id);
    const page = async () => String((await use().call('GET', `/posts/${id}`)).body);
    expect(await page()).to.not.include('Site owner');
    await taken(asked.id, 'An answer of the owner');
    expect(await page())
      .to.include('An answer of the owner')
      .and.include('<span class="badge owner">Site owner</span>');
    await set(use(), { language: 'de' });
    expect(await page()).to.include('<span class="badge owner">Websitebetreiber</span>');
    await set(use(), { language: 'en' });
  });
});

describeVisited.onBothEngines('comments: the reason of pending comments', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const reasonOf = async (id: string): Promise<unknown> => {
    const { body } = await use().admin('GET', '/api/comments?pageSize=100');
    return body.comments.find((one: { id: string }) => one.id === id).heldBecause;
  };
  const put = (id: string, fields: unknown) => use().admin('PUT', `/api/comments/${id}`, fields);

  afterEach(() => set(use(), { commentModeration: 'off' }));

  itOnce('is the setting, a new author, or the administrator', async () => {
    await set(use(), { commentModeration: 'all' });
    const all = (await comment(use(), 'gb-note')).comment.id;
    await set(use(), { commentModeration: 'first' });
    const first = (await comment(use(), 'gb-note')).comment.id;
    await set(use(), { commentModeration: 'off' });
    const free = (await comment(use(), 'gb-note')).comment.id;
    expect([await reasonOf(all), await reasonOf(first), await reasonOf(free)]).to.deep.equal([
      'moderation',
      'first',
      null,
    ]);
    await put(free, { status: 'pending' });
    await put(first, { status: 'pending', pinned: true });
    await put(all, { status: 'approved' });
    expect([await reasonOf(all), await reasonOf(first), await reasonOf(free)]).to.deep.equal([
      null,
      'first',
      'administrator',
    ]);
  });

  // docs/interface.md, C13
  itOnce('is suspicion of spam, while the filter is off', async () => {
    await set(use(), { spamFilter: false });
    await sendSuspicious(use(), 'gb-note', 'Buy this');
    const { body } = await use().admin('GET', '/api/comments?search=buy+this');
    expect(body.comments[0]).to.include({ status: 'pending', heldBecause: 'suspicious' });
  });

  it('is changed by a bulk action, except for comments that are already pending', async () => {
    await set(use(), { commentModeration: 'all' });
    const waiting = (await comment(use(), 'gb-idea')).comment.id;
    await set(use(), { commentModeration: 'off' });
    const shown = (await comment(use(), 'gb-idea')).comment.id;
    const bulk = (action: string) => use().admin('POST', '/api/comments/bulk', { action, ids: [waiting, shown] });
    await bulk('hold');
    expect([await reasonOf(waiting), await reasonOf(shown)]).to.deep.equal(['moderation', 'administrator']);
    await bulk('approve');
    expect([await reasonOf(waiting), await reasonOf(shown)]).to.deep.equal([null, null]);
  });

  itOnce('is not visible to visitors', async () => {
    await set(use(), { commentModeration: 'all' });
    const made = await comment(use(), 'gb-idea');
    expect(made.comment).to.not.have.property('heldBecause');
    const [own] = await listed(use(), 'gb-idea', made.receipt).then((all) => all.slice(-1));
    expect(own).to.include({ id: made.comment.id }).and.not.have.property('heldBecause');
  });
});

describeVisited.onBothEngines('comments: pending first', (use) => {
  const HELD = 6000;
  const list = async (query: string): Promise<string[]> => {
    const { status, body } = await use().admin('GET', `/api/comments?order=held&${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.comments.map(({ content }: { content: string }) => content);
  };

  before(async () => {
    await write(use(), { title: 'Busy', id: 'busy' });
    const { key: post_key } = await use()
      .database.kysely.selectFrom('posts')
      .select('key')
      .where('slug', '=', 'busy')
      .executeTakeFirstOrThrow();
    const row = { depth: 1, author: 'A', likes: 0, pinned: 0, featured: 0, owner: 0 };
    const created_at = new Date(use().clock.now()).toISOString();
    for (let from = 0; from < HELD; from += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => ({
        ...row,
        post_key,
        id: `c-many-${from + at}`,
        content: `held ${from + at}`,
        search_text: `a\u001fheld ${from + at}`,
        digest: `many ${from + at}`,
        status: 'pending' as const,
        created_at,
      }));
      await use().database.kysely.insertInto('comments').values(rows).execute();
    }
    await comment(use(), 'busy', { content: 'shown, and the newest' });
    await comment(use(), 'gb-note', { content: 'in the guestbook' });
  });

  it('lists pending comments before others, each group from the newest', async () => {
    expect(await list('pageSize=2')).to.deep.equal(['held 5999', 'held 5998']);
    expect(await list(`pageSize=2&page=${HELD / 2 + 1}`)).to.deep.equal(['in the guestbook', 'shown, and the newest']);
    expect(await list('pageSize=1&post=busy')).to.deep.equal(['held 5999']);
    expect(await list('pageSize=1&post=gb-note')).to.deep.equal(['in the guestbook']);
    expect(await list('status=approved')).to.deep.equal(['in the guestbook', 'shown, and the newest']);
    expect(await list('search=held+4321')).to.deep.equal(['held 4321']);
  });

  it('is optional, and no other order is accepted', async () => {
    const { body } = await use().admin('GET', '/api/comments?pageSize=1');
    expect(body.comments[0].content).to.equal('in the guestbook');
    expectRefusedField(await use().admin('GET', '/api/comments?order=oldest'), 'order');
  });

  it('takes three statements besides the session, for any number of pending comments', async () => {
    expect(await statementsOf(use(), () => list('pageSize=100'))).to.have.length(4);
  });
});
