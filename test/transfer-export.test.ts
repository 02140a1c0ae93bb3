import { expect } from 'chai';

import { read, write } from './support/posts.ts';
import { exported, take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, X7
describeVisited.onBothEngines('export', (use) => {
  it('pages through all posts in order of creation, including drafts and protected posts', async () => {
    for (let number = 0; number < 60; number++) {
      await write(use(), {
        id: `p-${number}`,
        date: `20${10 + (number % 7)}-01-01`,
        status: number % 2 ? 'draft' : 'published',
      });
    }
    await write(use(), { id: 'sealed', content: 'x', password: 'open sesame' });
    const posts = await exported(use());
    expect(posts.map(({ id }) => id)).to.deep.equal([...Array.from({ length: 60 }, (_, at) => `p-${at}`), 'sealed']);
    const { aliases, sourceKey, kind, allowComments, ...detail } = posts.at(-1)!;
    const beside = { aliases: [], sourceKey: null, kind: 'post', allowComments: 0 };
    expect({ aliases, sourceKey, kind, allowComments }).to.deep.equal(beside);
    expect(detail).to.deep.equal(await read(use(), 'sealed'));
  });

  it('skips no post and repeats none while others are deleted', async () => {
    const { body } = await use().admin('GET', '/api/admin/export');
    await use().admin('DELETE', '/api/posts/p-3');
    await use().admin('DELETE', `/api/posts/${body.posts.at(-1).id}`);
    const next = (await use().admin('GET', `/api/admin/export?cursor=${body.cursor}`)).body;
    const seen = [...body.posts, ...next.posts].map(({ id }: { id: string }) => id);
    expect(seen).to.deep.equal(Array.from({ length: seen.length }, (_, at) => `p-${at}`));
  });

  it('rejects an invalid cursor', async () => {
    for (const cursor of ['zzzzzzz', 'zzzzzz', 'A', '-1', '1.5', '%00', 'x'.repeat(50)]) {
      const { status, body } = await use().admin('GET', `/api/admin/export?cursor=${cursor}`);
      expect({ status, path: body.issues?.[0]?.path }, cursor).to.deep.equal({ status: 400, path: 'cursor' });
    }
  });

  it('returns posts that import accepts without changes, field by field', async () => {
    const posts = (await exported(use())).slice(-10);
    const items = posts.map((post) => ({ ...post, id: `copy-${post.id}`, sourceKey: `copy/${post.id}` }));
    const results = await take(use(), items);
    expect(new Set(results.map(({ outcome }) => outcome))).to.deep.equal(new Set(['new']));
    expect((await take(use(), items)).map(({ outcome }) => outcome)).to.deep.equal(items.map(() => 'unchanged'));
    for (const post of posts) {
      const copy = await read(use(), `copy-${post.id}`);
      const { id, version, created_at, updated_at, aliases, sourceKey, kind: _, allowComments: __, ...own } = post;
      expect({ id, aliases, sourceKey, copied: copy }).to.deep.equal({
        id,
        aliases,
        sourceKey,
        copied: {
          ...own,
          id: `copy-${id}`,
          version: copy.version,
          created_at: copy.created_at,
          updated_at: copy.updated_at,
        },
      });
      expect(copy.version).to.be.above(version);
      expect(copy.created_at >= created_at && copy.updated_at >= updated_at).to.equal(true);
    }
  });
});
