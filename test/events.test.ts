import { expect } from 'chai';

import type { CallContext } from '../routers/core/context.ts';
import { putMissingPublications, recordPublication } from '../routers/posts/publication.ts';
import { createInput } from '../routers/posts/schemas.ts';
import { createPost } from '../routers/posts/write.ts';
import { recordEvent } from '../routers/data/record.ts';
import { comment, edit, sendSuspicious, set, submit, withdraw } from './support/comments.ts';
import { change, write } from './support/posts.ts';
import { describeService, type TestService } from './support/service.ts';
import { take } from './support/transfer.ts';
import { freshAddress } from './support/visitors.ts';

const HOUR = 3_600_000;

interface Told {
  type: string;
  subject: string;
  data: Record<string, unknown>;
}

/** Deletes the events so far. */
async function forget({ database }: TestService): Promise<void> {
  await database.kysely.deleteFrom('events').execute();
}

/** The events since they were deleted, in order. */
async function told({ database }: TestService): Promise<Told[]> {
  const rows = await database.kysely.selectFrom('events').selectAll().orderBy('id').execute();
  return rows.map(({ type, subject, data }) => ({ type, subject, data: JSON.parse(data) as Told['data'] }));
}

/** The events as `type subject`. */
async function names(service: TestService): Promise<string[]> {
  return (await told(service)).map(({ type, subject }) => `${type} ${subject}`);
}

/** Holds a comment like one with a filled honeypot. */
async function suspect({ database }: TestService, id: string): Promise<void> {
  const held = { status: 'pending', held_because: 'suspicious' } as const;
  await database.kysely.updateTable('comments').set(held).where('id', '=', id).execute();
}

describeService.onBothEngines('events of posts', (use) => {
  beforeEach(() => forget(use()));

  const draft = { status: 'draft' };
  const inAnHour = () => new Date(use().clock.now() + HOUR).toISOString();

  it('report a publication with the summary of the post', async () => {
    const id = await write(use(), { title: 'First light', content: 'Text', tags: ['a'] });
    const [event, ...others] = await told(use());
    const { posts } = (await use().call('GET', '/api/posts')).body as { posts: { id: string }[] };
    expect(others).to.deep.equal([]);
    expect(event).to.deep.equal({
      type: 'post.published',
      subject: id,
      data: posts.find((post) => post.id === id),
    });
  });

  // docs/interface.md, K2
  it('report nothing about a post that is not public', async () => {
    const id = await write(use(), draft);
    await change(use(), id, { title: 'Another' });
    await change(use(), id, { publishAt: inAnHour() });
    await use().admin('POST', `/api/posts/${id}/rename`, { newId: `${id}-new` });
    await use().admin('DELETE', `/api/posts/${id}-new`);
    const later = await write(use(), { publishAt: inAnHour() });
    await change(use(), later, { title: 'Later' });
    await change(use(), later, draft);
    await use().admin('POST', '/api/posts/bulk', { action: 'delete', ids: [later] });
    expect(await names(use())).to.deep.equal([]);
  });

  // docs/interface.md, K2
  it('report each public change, pinning included, and nothing else', async () => {
    const id = await write(use(), {});
    await change(use(), id, { content: 'New' });
    await change(use(), id, { content: 'New' });
    await change(use(), id, { pinned: true });
    await use().call('POST', `/api/posts/${id}/like`, { headers: freshAddress() });
    await use().call('POST', `/api/posts/${id}/view`, { headers: freshAddress() });
    await use().services.views.flush();
    await comment(use(), id, {}, freshAddress());
    const posts = (await names(use())).filter((name) => name.startsWith('post.'));
    expect(posts).to.deep.equal([`post.published ${id}`, `post.updated ${id}`, `post.updated ${id}`]);
  });

  it('report unpublishing, publishing, renaming, restoring, publishing a working copy and deleting', async () => {
    const id = await write(use(), { id: 'walk', content: 'One' });
    const { version } = await change(use(), id, { content: 'Two' }).then(({ body }) => body as { version: number });
    await change(use(), id, draft);
    await change(use(), id, { status: 'published' });
    await use().admin('POST', `/api/posts/${id}/rename`, { newId: 'walked' });
    await use().admin('POST', `/api/posts/walked/revisions/${version}/restore`);
    const { post } = (await use().admin('GET', '/api/posts/walked')).body as { post: { version: number } };
    const fields = { title: 'Copied' };
    await use().admin('PUT', '/api/posts/walked/working-copy', { baseVersion: post.version, fields });
    await use().admin('POST', '/api/posts/walked/working-copy/publish');
    await comment(use(), 'walked', {}, freshAddress());
    expect((await told(use())).at(-2)?.data).to.include({ id: 'walked', title: 'Copied' });
    await use().admin('DELETE', '/api/posts/walked');
    const events = (await told(use())).filter(({ type }) => type.startsWith('post.'));
    expect(events.map(({ type, subject }) => `${type} ${subject}`)).to.deep.equal([
      'post.published walk',
      'post.updated walk',
      'post.unpublished walk',
      'post.published walk',
      'post.updated walked',
      'post.updated walked',
      'post.deleted walked',
    ]);
    expect(events.at(-1)?.data).to.deep.equal({ id: 'walked' });
    expect((await names(use())).filter((name) => name.startsWith('comment.deleted'))).to.deep.equal([]);
  });

  it('report bulk changes per post', async () => {
    const ids = [await write(use(), draft), await write(use(), draft)];
    const bulk = (action: string, more = {}) => use().admin('POST', '/api/posts/bulk', { action, ids, ...more });
    await bulk('publish');
    await bulk('tag', { tag: 'x' });
    await bulk('tag', { tag: 'x' });
    await bulk('unpublish');
    await bulk('publish');
    await bulk('delete');
    const expected = ['published', 'updated', 'unpublished', 'published', 'deleted'];
    expect(await names(use())).to.deep.equal(expected.flatMap((type) => ids.map((id) => `post.${type} ${id}`)));
  });

  it('report a publication before a later change when its time came unnoticed', async () => {
    const id = await write(use(), { publishAt: inAnHour() });
    await forget(use());
    use().clock.advance(HOUR);
    await change(use(), id, draft);
    expect(await names(use())).to.deep.equal([`post.published ${id}`, `post.unpublished ${id}`]);
  });

  it('report a publication once when its time comes during a write', async () => {
    const { services, clock } = use();
    for (let step = 1; step < 12; step++) {
      await forget(use());
      const fields = { title: 'T', publishAt: new Date(clock.now() + step).toISOString() };
      // The clock advances by a millisecond on each reading.
      const moving = { ...clock, now: () => (clock.advance(1), clock.now()) };
      const ctx = { ...services, clock: moving, em: services.em.fork() } as unknown as CallContext;
      const { id } = await createPost(ctx, createInput.parse(fields));
      clock.advance(100);
      await putMissingPublications(services.em.fork(), clock);
      const { key } = await use()
        .database.kysely.selectFrom('posts')
        .select('key')
        .where('slug', '=', id)
        .executeTakeFirstOrThrow();
      await recordPublication(services.em.fork(), clock, key);
      expect(await names(use()), `after ${step} looks`).to.deep.equal([`post.published ${id}`]);
    }
  });

  // docs/interface.md, K5
  it('report neither imports nor writes that were rolled back', async () => {
    await take(use(), [{ sourceKey: 'k', id: 'taken-in', title: 'Taken in' }]);
    await take(use(), [{ sourceKey: 'k', id: 'taken-in', title: 'Taken in again' }]);
    await write(use(), { id: 'there' });
    await forget(use());
    await use().admin('POST', '/api/posts', { title: 'Twice', id: 'there' });
    expect(await names(use())).to.deep.equal([]);
    await change(use(), 'taken-in', { title: 'Changed here' });
    expect(await names(use())).to.deep.equal(['post.updated taken-in']);
  });
});

describeService.onBothEngines('events of comments', (use) => {
  let post: string;
  before(async () => (post = await write(use(), { title: 'First light' })));
  beforeEach(() => forget(use()));

  /** The comment as in the administrator's list. */
  async function shown(id: string): Promise<unknown> {
    const { comments } = (await use().admin('GET', '/api/comments?pageSize=100')).body as {
      comments: { id: string; spam: unknown; email: unknown }[];
    };
    const { spam: _, email: __, ...comment } = comments.find((one) => one.id === id)!;
    return comment;
  }

  // docs/interface.md, K3, K6
  it('report a new comment as the administrator sees it, also a pending one', async () => {
    const first = await comment(use(), post, { content: 'A <b> & "c"' }, freshAddress());
    await set(use(), { commentModeration: 'all' });
    const second = await comment(use(), 'gb-note', {}, freshAddress());
    await set(use(), { commentModeration: 'off' });
    const [one, two] = await told(use());
    expect(one).to.include({ type: 'comment.created', subject: first.comment.id });
    expect(one?.data).to.deep.equal(await shown(first.comment.id));
    expect(one?.data).to.include({ post_title: 'First light', status: 'approved', heldBecause: null });
    expect(two?.data).to.deep.equal(await shown(second.comment.id));
    expect(two?.data).to.include({ post_title: 'Note', status: 'pending', heldBecause: 'moderation' });
  });

  it('report no duplicate, edit, like or hold', async () => {
    const written = await comment(use(), post, { content: 'Same' }, freshAddress());
    await forget(use());
    await submit(use(), post, { author: 'Ann', content: 'Same' }, freshAddress());
    await edit(use(), written, { content: 'Changed' });
    const { id } = written.comment;
    await use().call('POST', `/api/comments/${id}/like`, { headers: freshAddress() });
    await use().admin('PUT', `/api/comments/${id}`, { pinned: true, status: 'pending' });
    expect(await names(use())).to.deep.equal([]);
  });

  it('report each approval once: single, in bulk, and by a reply', async () => {
    await set(use(), { commentModeration: 'all' });
    const ids: string[] = [];
    for (let at = 0; at < 4; at++) ids.push((await comment(use(), post, {}, freshAddress())).comment.id);
    await set(use(), { commentModeration: 'off' });
    await forget(use());
    const [one, two, three, four] = ids as [string, string, string, string];
    for (let round = 0; round < 2; round++) {
      await Promise.all([1, 2].map(() => use().admin('PUT', `/api/comments/${one}`, { status: 'approved' })));
      await use().admin('POST', '/api/comments/bulk', { action: 'approve', ids: [one, two, three] });
    }
    const reply = await use().admin('POST', `/api/comments/${four}/reply`, { content: 'Thanks' });
    const events = await told(use());
    expect(events.map(({ type, subject }) => `${type} ${subject}`)).to.deep.equal([
      ...[one, two, three, four].map((id) => `comment.approved ${id}`),
      `comment.created ${(reply.body as { comment: { id: string } }).comment.id}`,
    ]);
    expect(events[1]?.data).to.deep.equal(await shown(two));
    expect(events[4]?.data).to.include({ owner: 1, parent_id: four, post_title: 'First light' });
  });

  // docs/interface.md, K4
  it('report deletions with their replies, by the owner, in bulk and by the author, each once', async () => {
    const top = await comment(use(), post, {}, freshAddress());
    const reply = await comment(use(), post, { parentId: top.comment.id }, freshAddress());
    const other = await comment(use(), post, {}, freshAddress());
    const own = await comment(use(), post, {}, freshAddress());
    await forget(use());
    await withdraw(use(), top);
    await use().admin('DELETE', `/api/comments/${top.comment.id}`);
    await use().admin('POST', '/api/comments/bulk', { action: 'delete', ids: [other.comment.id, 'c-none'] });
    await withdraw(use(), own);
    const expected = [top, reply, other, own].map(({ comment: { id } }) => ({
      type: 'comment.deleted',
      subject: id,
      data: { id },
    }));
    expect(await told(use())).to.deep.equal(expected);
  });

  // docs/interface.md, C29, K4, K7
  it('report a comment that its author turns into spam as deleted, once', async () => {
    await set(use(), { spamFilter: true });
    const written = await comment(use(), post, { content: 'A cuirass' }, freshAddress());
    const { id } = written.comment;
    await edit(use(), written, { content: 'viagra, cialis' });
    const expected = [`comment.created ${id}`, `comment.deleted ${id}`];
    expect((await names(use())).filter((name) => name.endsWith(id))).to.deep.equal(expected);
    expect(JSON.stringify(await told(use()))).to.not.include('cuirass');
    await edit(use(), written, { content: 'viagra, levitra' });
    await use().admin('DELETE', `/api/comments/${id}`);
    expect((await names(use())).filter((name) => name.endsWith(id))).to.deep.equal(expected);
  });

  // docs/interface.md, K7
  it('keep no text of deleted comments, and no excerpt of a post that becomes protected', async () => {
    const id = await write(use(), { title: 'Kept', content: 'Of a quillon.' });
    await use().admin('POST', `/api/posts/${id}/rename`, { newId: 'renamed-secret' });
    await change(use(), 'renamed-secret', { protected: true, password: 'open sesame' });
    const stored = async () => JSON.stringify(await told(use()));
    expect(await stored()).to.not.include('quillon');
    expect(await stored()).to.include('Kept');
    const written = await comment(use(), post, { content: 'A buckler' }, freshAddress());
    await comment(use(), 'renamed-secret', { content: 'A pommel' }, freshAddress());
    expect(await stored())
      .to.include('buckler')
      .and.include('pommel');
    await withdraw(use(), written);
    await use().admin('DELETE', '/api/posts/renamed-secret');
    expect(await stored()).to.not.match(/buckler|pommel/);
    expect((await told(use())).findLast(({ subject }) => subject === 'renamed-secret')?.data).to.deep.equal({
      id: 'renamed-secret',
    });
  });

  // docs/interface.md, K7
  it('keep no text of deleted posts under their former ids, and those of a post that has such an id now', async () => {
    const rename = async (id: string, newId: string) =>
      expect((await use().admin('POST', `/api/posts/${id}/rename`, { newId })).status).to.equal(200);
    await write(use(), { id: 'once', title: 'A falchion', excerpt: 'A rondel', tags: ['misericorde'] });
    await rename('once', 'once-2');
    await rename('once-2', 'once-3');
    await rename('once-3', 'once-4');
    await write(use(), { id: 'other', title: 'A bodkin' });
    await rename('other', 'once-2');
    await use().admin('DELETE', '/api/posts/once-4');
    const kept = (await told(use())).filter(({ data }) => 'title' in data);
    const ofPost = kept.filter(({ subject }) => /^once-?[34]?$/.test(subject));
    expect(ofPost).to.deep.equal([]);
    expect(kept.findLast(({ subject }) => subject === 'once-2')?.data).to.include({ title: 'A bodkin' });
  });

  // docs/interface.md, K3
  it('report spam only after its approval', async () => {
    await sendSuspicious(use(), post, 'Buy this');
    const { comments } = (await use().admin('GET', '/api/comments?status=spam&search=Buy')).body as {
      comments: { id: string; heldBecause: string }[];
    };
    expect(comments.map(({ heldBecause }) => heldBecause)).to.deep.equal(['spam']);
    const other = await comment(use(), post, {}, freshAddress());
    await suspect(use(), other.comment.id);
    await forget(use());
    await use().admin('DELETE', `/api/comments/${other.comment.id}`);
    expect(await names(use())).to.deep.equal([]);
    await use().admin('PUT', `/api/comments/${comments[0]!.id}`, { status: 'approved' });
    expect(await names(use())).to.deep.equal([`comment.approved ${comments[0]!.id}`]);
  });
});

describeService.onBothEngines('event ids', (use) => {
  // docs/interface.md, K1
  it('follow the order of commits with 20 parallel writers, so that readers miss none', async () => {
    const { database, services } = use();
    const seen: number[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const rows = await database.kysely
          .selectFrom('events')
          .select('id')
          .where('id', '>', seen.at(-1) ?? 0)
          .orderBy('id')
          .execute();
        seen.push(...rows.map(({ id }) => id));
      }
    })();
    const each = async (writer: number) => {
      for (let round = 0; round < 4; round++) {
        await services.em.fork().transactional(async (tx) => {
          // Recorded early and committed late, in random order.
          for (let at = 0; at <= round % 3; at++) {
            recordEvent(tx, use().clock, 'comment.deleted', { id: `c-${writer}-${round}-${at}` });
          }
          const key = `w-${writer}-${round}`;
          const job = { id: key, kind: 'none', data: '{}', run_at: '9999', state: 'failed', created_at: '' } as const;
          await tx
            .getKysely()
            .insertInto('jobs' as never)
            .values(job)
            .execute();
          await new Promise((resolve) => setTimeout(resolve, (writer * 7 + round * 3) % 5));
        });
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, writer) => each(writer)));
    isOver = true;
    await reading;
    const rows = await database.kysely.selectFrom('events').select('id').orderBy('id').execute();
    const all = rows.map(({ id }) => id);
    expect(all).to.have.length(20 * 7);
    expect(all).to.deep.equal(Array.from({ length: all.length }, (_, at) => all[0]! + at));
    expect(seen).to.deep.equal(all.slice(0, seen.length));
    expect(seen.length).to.be.greaterThan(20);
  });
});
