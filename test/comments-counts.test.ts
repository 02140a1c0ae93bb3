import { expect } from 'chai';

import { comment } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('comment counts', (use) => {
  const counts = async (ids: string, token?: string) => {
    const path = `/api/comments/counts?ids=${encodeURIComponent(ids)}`;
    const { status, body } = await use().call('GET', path, token === undefined ? {} : { token });
    expect(status).to.equal(200);
    return body.counts as Record<string, number>;
  };

  before(async () => {
    await write(use(), { id: 'talked-about' });
    await write(use(), { id: 'silent' });
    for (let n = 0; n < 3; n++) await comment(use(), 'talked-about');
    await comment(use(), 'gb-note');
    await write(use(), { id: 'withdrawn' });
    await comment(use(), 'withdrawn');
    await use().admin('PUT', '/api/posts/withdrawn', { status: 'draft' });
  });

  // docs/interface.md, C26
  it('count approved comments; unknown and hidden ids have 0', async () => {
    expect(await counts('talked-about, silent,gb-note,gb-idea,nobody,withdrawn')).to.deep.equal({
      'talked-about': 3,
      silent: 0,
      'gb-note': 1,
      'gb-idea': 0,
      nobody: 0,
      withdrawn: 0,
    });
    expect(await counts('GB-NOTE,gb-note')).to.deep.equal({ 'GB-NOTE': 0, 'gb-note': 1 });
    expect(await counts('Talked-About')).to.deep.equal({ 'Talked-About': 3 });
    expect(await counts('withdrawn', await newKey(use(), 'drafts'))).to.deep.equal({ withdrawn: 1 });
  });

  // docs/interface.md, H9
  it('follow changes of comments, posts and the guestbook', async () => {
    expect(await counts('silent,gb-idea')).to.deep.equal({ silent: 0, 'gb-idea': 0 });
    const written = await comment(use(), 'silent');
    await comment(use(), 'gb-idea');
    expect(await counts('silent,gb-idea')).to.deep.equal({ silent: 1, 'gb-idea': 1 });
    await use().admin('PUT', `/api/comments/${written.comment.id}`, { status: 'pending' });
    expect(await counts('silent,gb-idea')).to.deep.equal({ silent: 0, 'gb-idea': 1 });
    await use().admin('DELETE', '/api/posts/silent');
    expect(await counts('silent')).to.deep.equal({ silent: 0 });
  });

  // docs/interface.md, C26
  it('accept 1 to 100 ids', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `post-${at}`).join(',');
    expect(Object.keys(await counts(many(100)))).to.have.length(100);
    for (const query of ['', '?ids=', '?ids=,', `?ids=${many(101)}`]) {
      const { status, body } = await use().call('GET', `/api/comments/counts${query}`);
      expect(status, query).to.equal(400);
      expect(body.issues[0].path).to.equal('ids');
    }
  });
});
