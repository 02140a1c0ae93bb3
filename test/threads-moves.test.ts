import { expect } from 'chai';

import { expectRefusal, set } from './support/comments.ts';
import { commentOn, submitTo, threadPath } from './support/page-threads.ts';
import { describeVisited } from './support/visitors.ts';

const NOTES = 'https://notes.example';
const SHOP = 'https://shop.example';

// docs/interface.md, C48
describeVisited.onBothEngines('threads whose pages move', (use) => {
  before(() =>
    set(use(), {
      commentSites: [NOTES, SHOP].map((origin) => ({ origin, name: 'N' })),
      reactions: { heart: '❤️' },
    }),
  );

  const contents = async (url: string) => {
    const { body } = await use().call('GET', threadPath(url));
    expect(body.total).to.equal(body.comments.length);
    return body.comments.map(({ content }: { content: string }) => content) as string[];
  };
  const react = (url: string, ip: string) =>
    use().call('POST', '/api/threads/reactions', {
      body: { url, reaction: 'heart' },
      headers: { 'cf-connecting-ip': ip },
    });
  const hearts = async (url: string) =>
    (await use().call('GET', `/api/threads/reactions?url=${encodeURIComponent(url)}`)).body.reactions.heart as number;

  it('are listed, by site too', async () => {
    await commentOn(use(), `${NOTES}/l`, { title: 'Listed' });
    await commentOn(use(), `${SHOP}/l`);
    const { body } = await use().admin('GET', `/api/admin/threads?site=${encodeURIComponent(NOTES)}`);
    expect(body.threads).to.have.length(body.total);
    expect(body.threads[0]).to.include({ url: `${NOTES}/l`, site: 'notes.example', title: 'Listed', comments: 1 });
    expect((await use().admin('GET', '/api/admin/threads')).body.total).to.equal(body.total + 1);
  });

  it('are renamed with comments and reactions', async () => {
    const { comment } = await commentOn(use(), `${NOTES}/old`, { content: 'Stays' });
    await react(`${NOTES}/old`, '203.0.113.1');
    expect(await contents(`${NOTES}/new`)).to.deep.equal([]);
    const { status, body } = await use().admin('PUT', `/api/admin/threads/${comment.post_id}`, {
      url: `${NOTES}/new/`,
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.thread).to.include({ url: `${NOTES}/new/`, title: `${NOTES}/new/`, comments: 1 });
    expect(await contents(`${NOTES}/new`)).to.deep.equal(['Stays']);
    expect(await contents(`${NOTES}/old`)).to.deep.equal([]);
    expect([await hearts(`${NOTES}/new`), await hearts(`${NOTES}/old`)]).to.deep.equal([1, 0]);
    expectRefusal(await use().admin('PUT', `/api/admin/threads/${comment.post_id}`, { url: NOTES }), 404, 'NOT_FOUND');
    expectRefusal(await use().admin('PUT', `/api/admin/threads/${body.thread.id}`, { url: 'x' }), 400, 'BAD_REQUEST');
    const foreign = await use().admin('PUT', `/api/admin/threads/${body.thread.id}`, { url: 'https://x.example/' });
    expectRefusal(foreign, 403, 'SITE_UNKNOWN');
  });

  // docs/interface.md, C49
  it('are closed and opened again, and stay closed when they are renamed', async () => {
    const { comment } = await commentOn(use(), `${NOTES}/closing`, { content: 'Stays' });
    const change = (id: string, body: object) => use().admin('PUT', `/api/admin/threads/${id}`, body);
    const read = async (url: string) => (await use().call('GET', threadPath(url))).body;
    expect(await read(`${NOTES}/closing`)).not.to.have.property('closed');
    const closed = await change(comment.post_id, { allowComments: false });
    expect(closed.body.thread).to.include({ url: `${NOTES}/closing`, closed: 1, comments: 1 });
    expect(await read(`${NOTES}/closing`)).to.include({ closed: 1, total: 1 });
    expectRefusal(await submitTo(use(), `${NOTES}/closing`), 403, 'COMMENTS_CLOSED');
    const page = await fetch(`${use().url}/embed/thread?url=${encodeURIComponent(`${NOTES}/closing`)}`);
    expect(await page.text())
      .to.include('Comments are closed at the moment.')
      .and.not.include('<textarea');
    const { body } = await change(comment.post_id, { url: `${NOTES}/closed/` });
    expect(body.thread).to.include({ closed: 1 });
    expect((await use().admin('GET', '/api/admin/threads')).body.threads[0]).to.include({ closed: 1 });
    expect((await change(body.thread.id, { allowComments: true })).body.thread).not.to.have.property('closed');
    await commentOn(use(), `${NOTES}/closed`);
    const both = await change(body.thread.id, { url: `${NOTES}/closed-again`, allowComments: false });
    expect(both.body.thread).to.include({ url: `${NOTES}/closed-again`, closed: 1, comments: 2 });
    for (const id of ['thread_0123456789abcdef', 'gb-note'])
      for (const fields of [{}, { allowComments: false }]) expectRefusal(await change(id, fields), 404, 'NOT_FOUND');
  });

  it('are merged into the thread of the new address', async () => {
    const { comment: one } = await commentOn(use(), `${NOTES}/from`, { content: 'Same' });
    await commentOn(use(), `${NOTES}/from`, { content: 'Reply', parentId: one.id });
    await commentOn(use(), `${NOTES}/to`, { content: 'Same' });
    for (const url of [`${NOTES}/from`, `${NOTES}/to`]) await react(url, '203.0.113.2');
    await react(`${NOTES}/from`, '203.0.113.3');
    await use().admin('PUT', `/api/admin/threads/${one.post_id}`, { url: `${NOTES}/to` });
    expect(await contents(`${NOTES}/to`)).to.have.members(['Same', 'Reply', 'Same']);
    expect(await contents(`${NOTES}/from`)).to.deep.equal([]);
    expect(await hearts(`${NOTES}/to`)).to.equal(2);
    const counted = await use().call('POST', '/api/threads/counts', {
      body: { urls: [`${NOTES}/to`, `${NOTES}/from`] },
    });
    expect(counted.body.counts).to.deep.equal([3, 0]);
  });

  it('are moved by a CSV file, row by row', async () => {
    for (const path of ['/m1', '/m2']) await commentOn(use(), NOTES + path, { content: `At ${path}` });
    const csv = [
      'old,new',
      `${NOTES}/m1,${SHOP}/m1`,
      `"${NOTES}/m2/","${SHOP}/m2"`,
      `${NOTES}/none,${SHOP}/none`,
      `${NOTES}/m1,https://x.example/`,
      'nonsense,nonsense',
    ].join('\r\n');
    const send = (dryRun: boolean) => use().admin('POST', '/api/admin/threads/move', { csv, dryRun });
    const { body: tried } = await send(true);
    expect(tried).to.include({ moved: 2 });
    expect(await contents(`${NOTES}/m1`)).to.deep.equal(['At /m1']);
    const { body } = await send(false);
    expect(body).to.include({ moved: 2 });
    expect(body.unknown).to.deep.equal([{ line: 4, url: `${NOTES}/none` }]);
    expect(body.refused.map(({ line }: { line: number }) => line)).to.deep.equal([5, 6]);
    expect(await contents(`${SHOP}/m1`)).to.deep.equal(['At /m1']);
    expect(await contents(`${SHOP}/m2`)).to.deep.equal(['At /m2']);
  });
});
