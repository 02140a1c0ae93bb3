import { expect } from 'chai';

import { comment, expectRefusal, listed, set, submit } from './support/comments.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { describeVisited, refusal } from './support/visitors.ts';

describeVisited.onBothEngines('comments: submit', (use) => {
  it('answers 201 with the comment, Location and a receipt', async () => {
    const id = await write(use(), { title: 'Taken' });
    const { status, headers, body } = await submit(use(), id, { author: 'Ann', content: 'Hello' });
    expect(status).to.equal(201);
    expect(body).to.have.all.keys('ok', 'comment', 'receipt');
    expect(body.ok).to.equal(true);
    expect(body.receipt).to.match(/^[\w-]{20,}$/);
    expect(body.comment.id).to.match(/^c-[0-9a-z]+$/);
    expect(body.comment).to.deep.equal({
      id: body.comment.id,
      post_id: id,
      author: 'Ann',
      content: 'Hello',
      date: new Date(use().clock.now()).toISOString(),
      status: 'approved',
      parent_id: null,
      likes: 0,
      pinned: 0,
      featured: 0,
      owner: 0,
    });
    expect(headers.get('location')).to.equal(`/api/posts/${id}/comments/${body.comment.id}`);
    expect(headers.get('cache-control')).to.equal('no-store');
    const place = await use().call('GET', headers.get('location') ?? '');
    expect(place.body).to.deep.equal({ ok: true, comment: body.comment });
  });

  it('creates ids that sort in the order of submission', async () => {
    const id = await write(use(), { title: 'Sorted ids' });
    const first = await comment(use(), id);
    use().clock.advance(1);
    const second = await comment(use(), id);
    expect([second.comment.id, first.comment.id].sort()).to.deep.equal([first.comment.id, second.comment.id]);
  });

  it('has the same response over tRPC, and lists comments in the order of submission', async () => {
    const id = await write(use(), { title: 'Two faces' });
    await comment(use(), id, { content: 'by REST' });
    const { comment: made } = await use().trpc(null).comments.submit.mutate({ id, author: 'Bob', content: 'by tRPC' });
    await comment(use(), id, { content: 'by REST again' });
    expect(made).to.include({ post_id: id, author: 'Bob', status: 'approved' });
    const rest = await use().call('GET', `/api/posts/${id}/comments`);
    expect(rest.body.comments.map(({ content }: { content: string }) => content)).to.deep.equal([
      'by REST',
      'by tRPC',
      'by REST again',
    ]);
    expect(rest.body).to.include({ ok: true, total: 3 });
    expect(rest.body).to.not.have.property('before');
    expect(await use().trpc(null).comments.list.query({ id })).to.deep.equal(rest.body);
  });

  // docs/interface.md, C10
  it('cleans author and content before they are stored', async () => {
    const id = await write(use(), { title: 'Clean' });
    const made = await comment(use(), id, {
      author: ' A\0\tB\u202E\r\nC\u2066\ud800 ',
      content: '\u0007 one\r\ntwo\rthree\t\u202Afour\udc00 e\u0301\n\n',
    });
    expect(made.comment.author).to.equal('A B C');
    expect(made.comment.content).to.equal('one\ntwo\nthree four \u00e9');
    expect((await listed(use(), id))[0]).to.deep.equal(made.comment);
  });

  // docs/interface.md, C4
  it('escapes & < > and " once over REST and tRPC, and stores plain text', async () => {
    const id = await write(use(), { title: 'Escaped' });
    const text = `<b onclick="x('&amp;')">`;
    const escaped = `&lt;b onclick=&quot;x('&amp;amp;')&quot;&gt;`;
    const { comment: made } = await comment(use(), id, { author: text, content: text });
    const [byRest] = await listed(use(), id);
    const [byTrpc] = (await use().trpc(null).comments.list.query({ id })).comments;
    const [byAdmin] = (await use().admin('GET', `/api/comments?post=${id}`)).body.comments;
    for (const one of [made, byRest, byTrpc, byAdmin]) expect(one).to.include({ author: escaped, content: escaped });
    const row = await use()
      .database.kysely.selectFrom('comments')
      .select(['author', 'content'])
      .where('id', '=', made.id)
      .executeTakeFirst();
    expect(row).to.deep.equal({ author: text, content: text });
  });

  const lengths: [string, string, string, number][] = [
    ['80 emoji in the author', 'author', '😀'.repeat(80), 201],
    ['81 emoji in the author', 'author', '😀'.repeat(81), 400],
    ['80 letters that NFC composes', 'author', 'e\u0301'.repeat(80), 201],
    ['41 letters with marks that nothing composes', 'author', 'x\u0301'.repeat(41), 400],
    ['80 letters between spaces', 'author', `   ${'a'.repeat(80)}   `, 201],
    ['an author of control characters', 'author', '\u0001\u202E \t', 400],
    ['5,000 emoji in the content', 'content', '👩'.repeat(5000), 201],
    ['5,001 letters in the content', 'content', 'a'.repeat(5001), 400],
    ['5,000 letters and 5,000 NULs', 'content', 'b\0'.repeat(5000), 201],
    ['an empty content', 'content', '\n \r\n', 400],
  ];
  for (const [title, field, text, expected] of lengths) {
    it(`answers ${expected} to ${title}`, async () => {
      const answer = await submit(use(), 'gb-note', { author: 'Len', content: title, [field]: text });
      expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).to.equal(expected);
      if (expected === 400) expectRefusedField(answer, field);
    });
  }

  it('rejects wrong types and missing fields by name', async () => {
    const answer = await submit(use(), 'gb-note', { author: 1, content: ['x'], parentId: {} });
    expectRefusal(answer, 400, 'BAD_REQUEST');
    expect(answer.body.issues.map(({ path }: { path: string }) => path)).to.have.members([
      'author',
      'content',
      'parentId',
    ]);
    expectRefusedField(await submit(use(), 'gb-note', { content: 'x' }), 'author');
    expectRefusedField(await submit(use(), 'gb-note', { author: 'x', content: null }), 'content');
  });

  // docs/interface.md, W12
  it('treats null and "" for parentId as absent', async () => {
    for (const parentId of [null, '']) {
      expect((await comment(use(), 'gb-note', { parentId })).comment.parent_id).to.equal(null);
    }
  });

  it('ignores fields that visitors cannot set', async () => {
    await set(use(), { commentModeration: 'all' });
    const made = await comment(use(), 'gb-idea', {
      status: 'approved',
      likes: 9,
      pinned: 1,
      featured: true,
      date: '2001-01-01T00:00:00.000Z',
      ...{
        id: 'gb-note',
        post_id: 'gb-note',
        depth: -5,
        parent_id: 'c-x',
        receipt: 'mine',
        key: 1,
      },
    });
    await set(use(), { commentModeration: 'off' });
    expect(made.comment).to.include({ post_id: 'gb-idea', status: 'pending', likes: 0, pinned: 0, featured: 0 });
    expect(made.comment).to.include({ parent_id: null, date: new Date(use().clock.now()).toISOString() });
    expect(made.receipt).to.not.equal('mine');
  });

  // docs/interface.md, C5
  it('answers 404 for unknown posts and drafts, over REST and tRPC', async () => {
    const draft = await write(use(), { title: 'Draft', status: 'draft' });
    for (const id of ['no-such-post', draft, '%00', 'a%2Fb', '..%2f..']) {
      expectRefusal(await submit(use(), id, { author: 'a', content: 'b' }), 404, 'NOT_FOUND');
      expectRefusal(await use().call('GET', `/api/posts/${id}/comments`), 404, 'NOT_FOUND');
    }
    const refused = await refusal(use().trpc(null).comments.submit.mutate({ id: draft, author: 'a', content: 'b' }));
    expect(refused).to.include({ status: 404, code: 'NOT_FOUND' });
  });

  // docs/interface.md, C15
  it('rejects comments while they are closed, and still lists existing ones', async () => {
    const id = await write(use(), { title: 'Closed' });
    const before = await comment(use(), id);
    await set(use(), { commentsEnabled: false });
    const refused = await submit(use(), id, { author: 'Ann', content: 'too late' });
    const shown = await listed(use(), id);
    await set(use(), { commentsEnabled: true });
    expectRefusal(refused, 403, 'COMMENTS_CLOSED');
    expect(shown).to.deep.equal([before.comment]);
  });
});
