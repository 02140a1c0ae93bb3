import type { SqlEntityManager } from '@mikro-orm/sql';
import { expect } from 'chai';

import { Comment } from '../entities/comment.ts';
import { comment, expectRefusal, listed, set } from './support/comments.ts';
import { callDuring } from './support/locks.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('comments: likes', (use) => {
  const like = (id: string, address: string, headers: Record<string, string> = {}) =>
    use().call('POST', `/api/comments/${id}/like`, { headers: { 'cf-connecting-ip': address, ...headers } });

  // docs/interface.md, Q11
  it('count once per client IP, in any notation', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    for (const address of ['192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1', '::FFFF:C000:201']) {
      expect((await like(made.id, address)).body, address).to.deep.equal({ ok: true, likes: 1 });
    }
    expect((await like(made.id, '192.0.2.2')).body.likes).to.equal(2);
    expect((await like(made.id, '2001:DB8::1')).body.likes).to.equal(3);
    expect((await like(made.id, '2001:db8:0::1')).body.likes).to.equal(3);
    expect((await listed(use(), 'gb-note')).find(({ id }) => id === made.id)?.likes).to.equal(3);
  });

  it('ignore X-Forwarded-For', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    await like(made.id, '192.0.2.3', { 'x-forwarded-for': '192.0.2.4' });
    const again = await like(made.id, '192.0.2.3', { 'x-forwarded-for': '192.0.2.5' });
    expect(again.body.likes).to.equal(1);
  });

  it('count once for 20 concurrent requests', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    const answers = await Promise.all(Array.from({ length: 20 }, () => like(made.id, '192.0.2.6')));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    expect((await like(made.id, '192.0.2.6')).body.likes).to.equal(1);
  });

  it('store the client IP only as a keyed hash', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    await like(made.id, '198.51.100.77');
    const rows = await use().database.kysely.selectFrom('comment_likes').select('address_hash').execute();
    for (const { address_hash } of rows) expect(address_hash).to.match(/^[0-9a-f]{64}$/);
  });

  it('answer 404 for comments that are not public', async () => {
    const id = await write(use(), { title: 'To draft' });
    const [hidden, pending] = [await comment(use(), id), await comment(use(), 'gb-note')];
    await use().admin('PUT', `/api/posts/${id}`, { status: 'draft' });
    await use().admin('PUT', `/api/comments/${pending.comment.id}`, { status: 'pending' });
    for (const one of [hidden.comment.id, pending.comment.id, 'c-unknown', '%00', 'gb-note', '..%2fposts']) {
      expectRefusal(await like(one, '192.0.2.9'), 404, 'NOT_FOUND');
    }
  });

  it('answer 404 for a comment that is deleted or held at the same time', async () => {
    const [deleted, held, many] = [
      await comment(use(), 'gb-note'),
      await comment(use(), 'gb-note'),
      await comment(use(), 'gb-note'),
    ].map((written) => written.comment);
    const during = (id: string, change: (tx: SqlEntityManager) => Promise<unknown>) =>
      callDuring(use(), change, () => like(id, '192.0.2.13'));
    const { id } = deleted!;
    expectRefusal(await during(id, (tx) => tx.nativeDelete(Comment, { id })), 404, 'NOT_FOUND');
    const pending = { status: 'pending' } as const;
    expectRefusal(
      await during(held!.id, (tx) => tx.nativeUpdate(Comment, { id: held!.id }, pending)),
      404,
      'NOT_FOUND',
    );
    const [, ...answers] = await Promise.all([
      use().admin('DELETE', `/api/comments/${many!.id}`),
      ...Array.from({ length: 10 }, (_, at) => like(many!.id, `192.0.2.${20 + at}`)),
    ]);
    for (const { status } of answers) expect(status).to.be.oneOf([200, 404]);
  });

  it('are deleted with the comment', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    await like(made.id, '192.0.2.10');
    await use().admin('DELETE', `/api/comments/${made.id}`);
    const left = use().database.kysely.selectFrom('comment_likes').innerJoin('comments', 'comments.key', 'comment_key');
    expect(await left.select('comments.id').where('comments.id', '=', made.id).execute()).to.deep.equal([]);
  });

  it('are possible while comments are closed, and are rejected from other sites', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    await set(use(), { commentsEnabled: false });
    const answer = await like(made.id, '192.0.2.11');
    await set(use(), { commentsEnabled: true });
    expect(answer.status).to.equal(200);
    const foreign = await like(made.id, '192.0.2.12', { origin: 'https://evil.example' });
    expectRefusal(foreign, 403, 'ORIGIN_NOT_ALLOWED');
  });
});
