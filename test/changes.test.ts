import { expect } from 'chai';

import { deleteOldEvents } from '../routers/events/keep.ts';
import { expectRefusal } from './support/comments.ts';
import { change, expectRefusedField, write } from './support/posts.ts';
import type { Answer, TestService } from './support/service.ts';
import { statementsOf } from './support/statements.ts';
import { take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Page {
  changes: { id: string; version: number; deleted: boolean; redirectsTo?: string }[];
  cursor: string;
  more: boolean;
}

function ask({ call }: TestService, after?: string, limit?: number): Promise<Answer> {
  const query = new URLSearchParams({ ...(after && { after }), ...(limit && { limit: String(limit) }) });
  return call('GET', `/api/changes?${query}`);
}

async function page(service: TestService, after?: string, limit?: number): Promise<Page> {
  const { status, body } = await ask(service, after, limit);
  expect(status, JSON.stringify(body)).to.equal(200);
  return body as Page;
}

/** The current cursor. */
async function present(service: TestService): Promise<string> {
  for (let cursor: string | undefined; ;) {
    const next = await page(service, cursor, 500);
    if (!next.more) return next.cursor;
    ({ cursor } = next);
  }
}

/** The changes after a cursor, as `id`, `-id` for a deleted post, `old>new` for a renamed one. */
async function since(service: TestService, cursor: string): Promise<string[]> {
  const { changes } = await page(service, cursor, 500);
  return changes.map(({ id, deleted, redirectsTo }) =>
    redirectsTo ? `${id}>${redirectsTo}` : deleted ? `-${id}` : id,
  );
}

describeVisited.onBothEngines('changes', (use) => {
  const inAnHour = () => new Date(use().clock.now() + HOUR).toISOString();

  // docs/interface.md, K8, K10
  it('begin with all public posts, protected ones included, in pages, and never contain others', async () => {
    for (let at = 0; at < 5; at++) await write(use(), { id: `p${at}` });
    await write(use(), { id: 'sealed', content: 'x', protected: true, password: 'open sesame' });
    await write(use(), { id: 'draft', status: 'draft' });
    await write(use(), { id: 'later', publishAt: inAnHour() });
    const found: Page['changes'] = [];
    let last = await page(use(), undefined, 4);
    expect(last).to.deep.include({ more: true });
    found.push(...last.changes);
    last = await page(use(), last.cursor, 4);
    expect(last).to.deep.include({ more: false });
    found.push(...last.changes);
    expect(found.map(({ id }) => id)).to.deep.equal(['p0', 'p1', 'p2', 'p3', 'p4', 'sealed']);
    expect(found.every(({ deleted }) => !deleted)).to.equal(true);
    const { post } = (await use().call('GET', '/api/posts/p3')).body as { post: { version: number } };
    expect(found[3]?.version).to.equal(post.version);
    expect(await page(use(), last.cursor)).to.deep.equal({ ok: true, changes: [], cursor: last.cursor, more: false });
  });

  // docs/interface.md, K9
  it('report the last change of each public post, each id once', async () => {
    const cursor = await present(use());
    const id = await write(use(), { id: 'a' });
    await change(use(), id, { title: 'Two' });
    expect(await since(use(), cursor)).to.deep.equal(['a']);
    await change(use(), id, { pinned: true });
    await use().call('POST', '/api/posts/a/like');
    await write(use(), { id: 'hidden', status: 'draft' });
    await write(use(), { id: 'c' });
    expect(await since(use(), cursor)).to.deep.equal(['a', 'c']);
    await use().admin('POST', '/api/posts/a/rename', { newId: 'b' });
    expect(await since(use(), cursor)).to.deep.equal(['c', 'a>b', 'b']);
    await change(use(), 'c', { status: 'draft' });
    await use().admin('DELETE', '/api/posts/b');
    expect(await since(use(), cursor)).to.deep.equal(['a>b', '-c', '-b']);
    await take(use(), [{ sourceKey: 'k', id: 'taken', title: 'Taken in' }]);
    await take(use(), [{ sourceKey: 'k', id: 'taken', title: 'Taken in again' }]);
    expect(await since(use(), cursor)).to.deep.equal(['a>b', '-c', '-b', 'taken']);
  });

  it('contain the version that the post has at that time', async () => {
    const cursor = await present(use());
    const id = await write(use(), {});
    const { body } = await change(use(), id, { title: 'Two' });
    expect((await page(use(), cursor)).changes).to.deep.equal([
      { id, version: (body as { version: number }).version, deleted: false },
    ]);
  });

  // docs/interface.md, K8
  it('contain everything that changes while a caller pages through all posts', async () => {
    for (let at = 0; at < 6; at++) await write(use(), { id: `w${at}` });
    const all = new Map<string, boolean>();
    let last = await page(use(), undefined, 3);
    let pages = 0;
    for (;;) {
      for (const { id, deleted } of last.changes) all.set(id, !deleted);
      expect(new Set(last.changes.map(({ id }) => id)).size).to.equal(last.changes.length);
      if (!last.more) break;
      pages += 1;
      if (pages === 1) await use().admin('DELETE', '/api/posts/w5');
      if (pages === 2) await use().admin('DELETE', '/api/posts/p0');
      if (pages === 2) await use().admin('POST', '/api/posts/p1/rename', { newId: 'p1-new' });
      if (pages === 3) await write(use(), { id: 'new-one' });
      last = await page(use(), last.cursor, 3);
    }
    const copy = [...all].flatMap(([id, isThere]) => (isThere ? [id] : []));
    const listed = (await use().call('GET', '/api/posts?pageSize=100')).body as { posts: { id: string }[] };
    expect(copy.toSorted()).to.deep.equal(listed.posts.map(({ id }) => id).toSorted());
  });

  it('reject an invalid cursor and an invalid limit', async () => {
    for (const after of ['x', 'c.1', 'c.0.zzzzzz', 'l.0.1', 'c.0.1.2', 'c.-1.0'])
      expectRefusedField(await ask(use(), after), 'after');
    for (const limit of [501, -1]) expectRefusedField(await ask(use(), undefined, limit), 'limit');
  });

  // docs/interface.md, K11
  it('reject a cursor of another database', async () => {
    const { database } = use();
    const { value } = await database.kysely
      .selectFrom('sequences')
      .select('value')
      .where('name', '=', 'changes')
      .executeTakeFirstOrThrow();
    expectRefusal(await ask(use(), `c.0.${(value + 1).toString(36)}`), 410, 'CURSOR_EXPIRED');
    expectRefusal(await ask(use(), `c.1.${value.toString(36)}`), 410, 'CURSOR_EXPIRED');
  });

  // docs/interface.md, K11
  it('reject a cursor whose deleted changes are missing, and are kept for 90 days', async () => {
    await use().admin('DELETE', '/api/posts/later');
    const cursor = await present(use());
    await write(use(), {});
    use().clock.advance(90 * DAY - 1000);
    await use().signIn();
    await write(use(), { id: 'young' });
    await deleteOldEvents(use().services.em.fork(), use().clock);
    expect((await since(use(), cursor)).length).to.equal(2);
    const middle = await present(use());
    use().clock.advance(2000);
    await use().changes.hear(['*']);
    expectRefusal(await ask(use(), cursor), 410, 'CURSOR_EXPIRED');
    await deleteOldEvents(use().services.em.fork(), use().clock);
    await use().changes.hear(['*']);
    expectRefusal(await ask(use(), cursor), 410, 'CURSOR_EXPIRED');
    expect(await since(use(), middle)).to.deep.equal([]);
    const kept = await use().database.kysely.selectFrom('post_changes').select('post_id').execute();
    expect(kept.map(({ post_id }) => post_id)).to.deep.equal(['young']);
  });

  it('are authorized, cached and limited like other public reads', async () => {
    const { headers } = await ask(use());
    expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
    expect(headers.get('ratelimit-limit')).to.equal('240');
    expect(await statementsOf(use(), () => ask(use()))).to.deep.equal([]);
  });
});
