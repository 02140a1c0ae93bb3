import { expect } from 'chai';

import { comment, set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, C21
describeVisited.onBothEngines('the list of comments without spam', (use) => {
  it('has what is public and what waits, and counts just these', async () => {
    await set(use(), { spamFilter: false });
    const id = await write(use(), { title: 'Spammed' });
    const ids: string[] = [];
    for (const content of ['public', 'waiting', 'spam', 'spam no more']) {
      ids.push((await comment(use(), id, { content })).comment.id);
    }
    const bulk = (action: string, ...chosen: string[]) =>
      use().admin('POST', '/api/comments/bulk', { action, ids: chosen });
    expect((await bulk('hold', ids[1]!)).status).to.equal(200);
    await bulk('spam', ids[2]!, ids[3]!);
    await bulk('approve', ids[3]!);

    const [, waiting, spam] = ids;
    const rest = ids.filter((one) => one !== spam);
    expect(await listed('exclude=spam')).to.deep.equal({ ids: rest.toSorted(), total: 3 });
    expect(await listed(`exclude=spam&post=${id}`)).to.deep.equal({ ids: rest.toSorted(), total: 3 });
    expect(await listed('')).to.deep.equal({ ids: ids.toSorted(), total: 4 });
    expect(await listed('exclude=spam&status=pending')).to.deep.equal({ ids: [waiting], total: 1 });
    expect(await listed('exclude=spam&status=spam')).to.deep.equal({ ids: [spam], total: 1 });
    expect((await use().admin('GET', '/api/comments?exclude=pending')).status).to.equal(400);

    const filter = { exclude: 'spam' };
    const deleted = await use().admin('POST', '/api/comments/bulk', { action: 'delete', filter, expected: 3 });
    expect(deleted.status, JSON.stringify(deleted.body)).to.equal(200);
    expect(await listed('')).to.deep.equal({ ids: [spam], total: 1 });
  });

  async function listed(query: string): Promise<{ ids: string[]; total: number }> {
    const { status, body } = await use().admin('GET', `/api/comments?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    const { comments, total } = body as { comments: { id: string }[]; total: number };
    return { ids: comments.map(({ id }) => id).toSorted(), total };
  }
});
