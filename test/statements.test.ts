import { setTimeout } from 'node:timers/promises';

import { expect } from 'chai';

import { addComments, comment, showing } from './support/comments.ts';
import { write } from './support/posts.ts';
import { statementsOf } from './support/statements.ts';
import { takeMany } from './support/transfer.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('statements', (use) => {
  const tags = ['one', 'two'];

  /** The statements of a read without a cached response. */
  async function sent(path: string, headers: Record<string, string> = {}): Promise<string[]> {
    return statementsOf(use(), async () => {
      await use().changes.hear(['*']);
      use().statements.length = 0;
      const { status, body } = await use().call('GET', path, { headers });
      expect(status, JSON.stringify(body)).to.equal(200);
    });
  }

  let receipt = '';
  before(async () => {
    await write(use(), { id: 'post', tags, category: 'kind', content: 'some words' });
    await write(use(), { id: 'quiet', tags: ['three'] });
    ({ receipt } = await comment(use(), 'post'));
    await comment(use(), 'gb-note');
    await until(isQuiet);
  });

  /** Whether housekeeping, which begins with the service, and other work after a write send nothing any more. */
  async function isQuiet(): Promise<boolean> {
    const { length } = use().statements;
    await setTimeout(200);
    return use().statements.length === length;
  }

  const reads: [path: string, most: number][] = [
    ['/api/posts?pageSize=50', 2],
    ['/api/posts?pageSize=50&page=2', 2],
    ['/api/posts?pageSize=50&category=kind', 2],
    ['/api/posts?pageSize=50&tag=one', 2],
    ['/api/posts?pageSize=50&tag=one&category=kind', 2],
    ['/api/posts?pageSize=50&search=words', 1],
    ['/api/posts/post', 1],
    ['/api/posts/post/comments', 2],
    ['/api/posts/gb-note/comments', 2],
    ['/api/search?q=words&pageSize=50', 2],
    ['/api/search/site?q=words&pageSize=50', 2],
    ['/api/popular?limit=50', 2],
    ['/api/stats', 5],
  ];

  /** The query for the next scheduled post runs once after every change, not for each response. */
  const own = (statements: string[]) => statements.filter((text) => !text.startsWith('select min('));

  for (const [path, most] of reads) {
    it(`${path}: at most ${most}`, async () => {
      expect(own(await sent(path))).to.have.length.within(1, most);
    });
  }

  it('are not more for the comments with a receipt', async () => {
    const statements = await sent('/api/posts/post/comments', showing(receipt));
    expect(statements.filter((text) => /select .*"comments"\."content"/.test(text))).to.have.length(1);
  });

  it('are the same number for 50 posts and comments as for one', async () => {
    const counts = async () => {
      const found: [path: string, statements: number][] = [];
      for (const [path] of reads) found.push([path, own(await sent(path)).length]);
      return found;
    };
    const before = await counts();
    await takeMany(use(), 50, () => ({ tags, category: 'kind', content: 'some words' }));
    await addComments(use(), 'post', 25);
    for (let n = 0; n < 25; n++) await comment(use(), 'gb-note');
    expect(await counts()).to.deep.equal(before);
  });

  it('have a constant text: the next read of the same kind sends the same', async () => {
    const texts = async () => own(await sent('/api/posts?pageSize=2&category=kind'));
    expect(await texts()).to.deep.equal(own(await sent('/api/posts?pageSize=3&page=2&category=other')));
  });
});
