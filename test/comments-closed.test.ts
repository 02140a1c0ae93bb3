import { expect } from 'chai';

import { comment, set, showing, submit } from './support/comments.ts';
import { open } from './support/pages.ts';
import { change, read, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

const DAY = 86_400_000;

// docs/interface.md, C49
describeVisited.onBothEngines('closed comments', (use) => {
  it('of a post stay, while only the owner and those who edit write more', async () => {
    const id = await write(use(), { title: 'Closable' });
    expect(await read(use(), id)).to.not.have.property('commentsClosed');
    const { comment: first, receipt } = await comment(use(), id, { content: 'Early' });
    expect(await threadOf(id))
      .to.include({ total: 1 })
      .and.not.have.property('closed');
    expect(await open(use(), `/posts/${id}`)).to.include('<form class="write"');

    await change(use(), id, { allowComments: false });
    expect((await read(use(), id)).commentsClosed).to.equal(1);
    expect(await threadOf(id)).to.include({ total: 1, closed: 1 });
    const refused = await submit(use(), id, { author: 'Bo', content: 'Late' });
    expect([refused.status, refused.body.code]).to.deep.equal([403, 'COMMENTS_CLOSED']);
    const page = await open(use(), `/posts/${id}`);
    expect(page).to.include('Early').and.not.include('<form class="write"');
    const path = `/api/posts/${id}/comments/${first.id}`;
    const edit = await use().call('PUT', path, { body: { content: 'Edited' }, headers: showing(receipt) });
    expect(edit.status).to.equal(200);
    const reply = await use().admin('POST', `/api/comments/${first.id}/reply`, { content: 'Thanks' });
    expect(reply.status, JSON.stringify(reply.body)).to.be.oneOf([200, 201]);

    await change(use(), id, { title: 'Still closed' });
    expect(await threadOf(id)).to.include({ closed: 1 });
    await change(use(), id, { allowComments: true });
    expect((await submit(use(), id, { author: 'Bo', content: 'Again' })).status).to.equal(201);
  });

  it('close by age, from the publication on, also in what is cached', async () => {
    const id = await write(use(), { title: 'Ageing', date: '2020-01-01' });
    await use().admin('POST', '/api/pages', { id: 'lasting', title: 'Lasting', content: 'x', allowComments: true });
    await set(use(), { closeCommentsAfterDays: 2 });
    await comment(use(), id, { content: 'In time' });
    expect(await threadOf(id)).to.not.have.property('closed');
    expect(await open(use(), `/posts/${id}`)).to.include('<form class="write"');
    use().clock.advance(2 * DAY);
    expect(await threadOf(id)).to.include({ total: 1, closed: 1 });
    expect(await open(use(), `/posts/${id}`)).to.not.include('<form class="write"');
    expect((await submit(use(), id, { author: 'Bo', content: 'Late' })).status).to.equal(403);
    expect(await threadOf('lasting')).to.not.have.property('closed');
    await set(use(), { closeCommentsAfterDays: 0 });
    expect(await threadOf(id)).to.not.have.property('closed');
  });

  async function threadOf(id: string): Promise<Record<string, unknown>> {
    const { status, body } = await use().call('GET', `/api/posts/${id}/comments`);
    expect(status).to.equal(200);
    return body as Record<string, unknown>;
  }
});
