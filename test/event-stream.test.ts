import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import type { Caller } from '../routers/base/callers.ts';
import type { AppError } from '../routers/base/errors.ts';
import { createEventHub } from '../routers/events/hub.ts';
import { deleteOldEvents } from '../routers/events/keep.ts';
import { forgetTexts } from '../routers/data/forget-texts.ts';
import { recordEvent } from '../routers/data/record.ts';
import type { StreamMessage } from '../routers/events/schemas.ts';
import { goneSignal } from '../server/api/event-stream.ts';
import { comment, edit, sendSuspicious } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { change, write } from './support/posts.ts';
import { databaseKinds } from './support/databases.ts';
import { describeService, startTestService, type TestService } from './support/service.ts';
import { setMustChange } from './support/sessions.ts';
import { openTestStream, type TestStream } from './support/stream.ts';
import { until } from './support/until.ts';
import { freshAddress } from './support/visitors.ts';

const HOUR = 3_600_000;
const PATH = '/api/events/stream';

const open = ({ url, token }: TestService, options?: Parameters<typeof openTestStream>[2], key = token) =>
  openTestStream(url, key, options);
const name = (message: StreamMessage | null) =>
  message && ('id' in message.data ? `${message.type} ${message.data.id}` : message.type);

/** An API key that opens a stream of the hub. */
function subscriber() {
  const caller = { kind: 'key', id: 'k-1', name: 'K', scopes: ['events'], mustChange: false } as const;
  const verify = () => Promise.resolve<Caller>(caller);
  return { caller, after: null, hasSignals: false, verify, signal: new AbortController().signal };
}

/** Writes events of comments without a comment, in one transaction. */
function record({ services }: TestService, count: number, content = 'text'): Promise<void> {
  return services.em.fork().transactional(async (tx) => {
    for (let at = 0; at < count; at++) {
      recordEvent(tx, services.clock, 'comment.created', { id: `c-${at}`, content } as { id: string });
    }
  });
}

describeService.onBothEngines('the stream of events', (use) => {
  const streams: TestStream[] = [];
  const opened = async (options?: Parameters<typeof openTestStream>[2], key?: string) => {
    const stream = await open(use(), options, key);
    streams.push(stream);
    return stream;
  };

  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.leave();
    await until(() => use().services.events.size() === 0);
  });

  // docs/interface.md, K16, K17
  it('sends events as they happen, in their order, to sessions and keys with the scope', async () => {
    const key = await newKey(use(), 'events');
    const both = [await opened(), await opened({}, key)];
    const id = await write(use(), { title: 'First light' });
    await change(use(), id, { title: 'Second light' });
    const { comment: written } = await comment(use(), id, { content: 'Hello' }, freshAddress());
    for (const stream of both) {
      const first = await stream.next();
      expect(first).to.include({ type: 'stream.opened' });
      const messages = [await stream.next(), await stream.next(), await stream.next()];
      expect(messages.map(name)).to.deep.equal([
        `post.published ${id}`,
        `post.updated ${id}`,
        `comment.created ${written.id}`,
      ]);
      expect(messages[1]!.data).to.include({ title: 'Second light' });
      expect(messages[2]!.data).to.include({ content: 'Hello', post_id: id, heldBecause: null });
      expect(messages[0]).to.have.all.keys('id', 'type', 'timestamp', 'data');
      const numbers = [first, ...messages].map((message) => Number(message!.id.split('-')[1]));
      expect(numbers).to.deep.equal([0, 1, 2, 3].map((at) => numbers[0]! + at));
    }
  });

  // docs/interface.md, K18
  it('resumes after Last-Event-ID, in header or query, with the same ids', async () => {
    const before = (await (await opened()).next())!;
    await record(use(), 250);
    const whole = await opened({ lastEventId: before.id });
    const seen: string[] = [];
    while (seen.length < 250) seen.push((await whole.nextEvent())!.id);
    expect(new Set(seen).size).to.equal(250);
    const middle = await opened({ query: `?lastEventId=${seen[99]}` });
    const again: string[] = [];
    while (again.length < 150) again.push((await middle.nextEvent())!.id);
    expect(again).to.deep.equal(seen.slice(100));
    const last = await opened({ lastEventId: seen.at(-1)! });
    await record(use(), 1);
    expect(Number((await last.nextEvent())!.id.split('-')[1])).to.equal(Number(seen.at(-1)!.split('-')[1]) + 1);
  });

  // docs/interface.md, K7, K18
  it('resumes without the texts of deleted posts and comments, also if an open stream has read them', async () => {
    const before = (await (await opened()).next())!;
    const id = await write(use(), { title: 'Quillon' });
    const written = await comment(use(), id, { content: 'A pommel' }, freshAddress());
    const other = await write(use(), { title: 'Fuller', content: 'A ricasso' });
    const first = await opened({ lastEventId: before.id });
    const texts = async (stream: TestStream, count: number) => {
      const messages: unknown[] = [];
      while (messages.length < count) messages.push(await stream.nextEvent());
      return JSON.stringify(messages);
    };
    expect(await texts(first, 3)).to.match(/Quillon.*pommel.*ricasso/);
    await use().admin('DELETE', `/api/comments/${written.comment.id}`);
    expect(await texts(await opened({ lastEventId: before.id }), 4))
      .to.include('Quillon')
      .and.not.include('pommel');
    await change(use(), other, { protected: true, password: 'open sesame' });
    expect(await texts(await opened({ lastEventId: before.id }), 5)).to.not.include('ricasso');
    await use().admin('DELETE', `/api/posts/${id}`);
    expect(await texts(await opened({ lastEventId: before.id }), 6)).to.not.include('Quillon');
  });

  // docs/interface.md, K18
  it('rejects ids that are unknown or too old with 410, and invalid ids with 400', async () => {
    const { clock, services } = use();
    const { id } = (await (await opened()).next())!;
    const [epoch, seq] = id.split('-').map(Number) as [number, number];
    for (const unknown of [`${epoch}-${seq + 1}`, `${epoch + 1}-${seq}`]) {
      const { status, body } = await use().admin('GET', PATH, undefined, { 'last-event-id': unknown });
      expect([status, body.code]).to.deep.equal([410, 'CURSOR_EXPIRED']);
    }
    for (const wrong of ['x', '1', `${'9'.repeat(10)}-1`]) {
      const { status, body } = await use().admin('GET', PATH, undefined, { 'last-event-id': wrong });
      expect([status, body.code, body.issues?.[0]?.path]).to.deep.equal([400, 'BAD_REQUEST', 'lastEventId']);
    }
    await record(use(), 2);
    clock.jump(47 * HOUR);
    await deleteOldEvents(services.em.fork(), clock);
    expect(name(await (await opened({ lastEventId: id })).nextEvent())).to.equal('comment.created c-0');
    clock.jump(2 * HOUR);
    await record(use(), 1);
    await deleteOldEvents(services.em.fork(), clock);
    const { status } = await use().admin('GET', PATH, undefined, { 'last-event-id': id });
    expect(status).to.equal(410);
    // All events after the last deleted one are still stored.
    expect(name(await (await opened({ lastEventId: `${epoch}-${seq + 2}` })).nextEvent())).to.equal(
      'comment.created c-0',
    );
    clock.jump(-49 * HOUR);
  });

  // docs/interface.md, K20
  it('ends when the key is revoked, the session ends or expires, or the password must be changed', async () => {
    const key = await newKey(use(), 'events');
    const { body } = await use().admin('GET', '/api/admin/keys');
    const byKey = await opened({}, key);
    await byKey.next();
    for (const { id } of body.keys) await use().admin('DELETE', `/api/admin/keys/${id}`);
    expect(await byKey.next()).to.equal(null);
    expect((await opened({}, key)).response.status).to.equal(401);

    const bySession = await opened();
    await bySession.next();
    await use().admin('POST', '/api/admin/logout');
    expect(await bySession.next()).to.equal(null);

    await use().signIn();
    const expiring = await opened();
    await expiring.next();
    use().clock.jump(8 * 24 * HOUR);
    await use().changes.hear(['*']);
    expect(await expiring.next()).to.equal(null);
    use().clock.jump(-8 * 24 * HOUR);

    await use().signIn();
    const mustChange = await opened();
    await mustChange.next();
    await setMustChange(use(), true);
    expect(await mustChange.next()).to.equal(null);
    await setMustChange(use(), false);
  });

  // docs/interface.md, K19
  it('with signals tells sessions of saved drafts and working copies, and of jobs', async () => {
    const query = '?include=signals';
    const key = await newKey(use(), 'events');
    const [stream, byKey] = [await opened({ query }), await opened({ query }, key)];
    const start = (await stream.next())!;
    const id = await write(use(), { status: 'draft', content: 'One' });
    expect(await stream.next()).to.deep.include({ type: 'post.saved', data: { id }, id: start.id });
    await change(use(), id, { status: 'published' });
    // On PostgreSQL a signal may come twice.
    await until(async () => name(await stream.next()) === `post.published ${id}`);
    await use().admin('PUT', `/api/posts/${id}/working-copy`, { baseVersion: 1, fields: { title: 'Two' } });
    await until(async () => name(await stream.next()) === `post.saved ${id}`);
    await change(use(), id, { publishAt: new Date(use().clock.now() + HOUR).toISOString() });
    await until(async () => (await stream.next())?.type === 'jobs.changed');
    await byKey.next();
    expect((await byKey.next())?.type).to.equal('post.published');
  });

  it('reports events and unspecified changes of another process', async () => {
    const stream = await opened({ query: '?include=signals' });
    await stream.next();
    const { services, database } = use();
    await record(use(), 1);
    expect(name(await stream.next())).to.equal('comment.created c-0');
    // Writes an event as another process does.
    const { value } = await database.kysely
      .updateTable('sequences')
      .set(({ eb }) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', 'events')
      .returning('value')
      .executeTakeFirstOrThrow();
    const event = { type: 'post.deleted', subject: 'gone', data: '{"id":"gone"}' };
    const row = { ...event, id: value, created_at: new Date(services.clock.now()).toISOString() };
    await database.kysely.insertInto('events').values(row).execute();
    await use().changes.hear(['*']);
    expect([await stream.next(), await stream.next()].map(name)).to.have.members([
      'stream.refresh',
      'post.deleted gone',
    ]);
  });

  it('reads the table once for all streams, and for none when there are none', async () => {
    const { statements } = use();
    const reads = () => statements.filter((sql) => /from "events"/.test(sql) && /"id" >/.test(sql)).length;
    const many = await Promise.all(Array.from({ length: 20 }, () => opened()));
    for (const stream of many) await stream.next();
    statements.length = 0;
    await record(use(), 1);
    for (const stream of many) await stream.next();
    // PostgreSQL reports a commit of this process once more.
    expect(reads()).to.be.within(1, 3);
    for (const stream of many) stream.leave();
    await until(() => use().services.events.size() === 0);
    // The consumers of events may still read the earlier events, a quarter of a second late.
    await until(async () => {
      statements.length = 0;
      await record(use(), 1);
      return reads() === 0;
    });
  });
});

describeService('the stream of events over HTTP', (use) => {
  // docs/interface.md, K17
  it('is text/event-stream that is neither cached nor buffered', async () => {
    const stream = await open(use());
    const { status, headers } = stream.response;
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('x-accel-buffering')).to.equal('no');
    expect(headers.get('content-security-policy')).to.include("default-src 'none'");
    stream.leave();
    const head = await use().admin('HEAD', PATH);
    expect([head.status, head.headers.get('content-type')]).to.deep.equal([200, 'text/event-stream; charset=utf-8']);
  });

  // docs/interface.md, K16
  it('is refused without a token, and to keys without the scope', async () => {
    const { status, body } = await use().call('GET', PATH);
    expect([status, body.code]).to.deep.equal([401, 'UNAUTHORIZED']);
    const token = await newKey(use(), 'posts', 'comments');
    const refused = await use().call('GET', PATH, { token });
    expect([refused.status, refused.body.code]).to.deep.equal([403, 'SCOPE_MISSING']);
  });

  // docs/interface.md, K21
  it('rejects the 51st stream of one token, and accepts it once another one is closed', async () => {
    const token = await newKey(use(), 'events');
    const streams = await Promise.all(Array.from({ length: 50 }, () => open(use(), {}, token)));
    const { status, body, headers } = await use().call('GET', PATH, { token });
    expect([status, body.code, headers.get('retry-after')]).to.deep.equal([429, 'RATE_LIMITED', '10']);
    streams.pop()!.leave();
    await until(async () => {
      const stream = await open(use(), {}, token);
      if (stream.response.ok) streams.push(stream);
      return stream.response.ok;
    });
    for (const stream of streams) stream.leave();
    await until(() => use().services.events.size() === 0);
  });

  // docs/interface.md, K19
  it('with signals tells sessions of comments that change without an event', async () => {
    const written = await comment(use(), 'gb-note', { content: 'Hello' }, freshAddress());
    const { id } = written.comment;
    const stream = await open(use(), { query: '?include=signals' });
    expect(name(await stream.next())).to.equal('stream.opened');
    const moderate = (body: object) => use().admin('PUT', `/api/comments/${id}`, body);
    const bulk = (action: string) => use().admin('POST', '/api/comments/bulk', { action, ids: [id] });
    const quiet = [
      () => sendSuspicious(use(), 'gb-note', 'Buy this'),
      () => edit(use(), written, { content: 'Hello!' }),
      () => moderate({ pinned: true }),
      () => moderate({ status: 'pending' }),
      () => bulk('unapprove'),
      () => bulk('hold'),
    ];
    for (const act of quiet) {
      await act();
      expect(name(await stream.next()), act.toString()).to.equal('comments.changed');
      if ((await bulk('approve')).body.changed === 0) continue;
      expect(name(await stream.next())).to.equal(`comment.approved ${id}`);
    }
    const { comments } = (await use().admin('GET', '/api/comments?search=Buy')).body as { comments: { id: string }[] };
    await use().admin('DELETE', `/api/comments/${comments[0]!.id}`);
    expect(name(await stream.next())).to.equal('comments.changed');
    await use().admin('DELETE', `/api/comments/${id}`);
    expect(name(await stream.next())).to.equal(`comment.deleted ${id}`);
    stream.leave();
  });

  // docs/interface.md, K20
  it('ends when the session ended while it was opened', async () => {
    const hub = createEventHub({ ...use().services, isListening: () => true });
    const stream = await hub.subscribe({ ...subscriber(), verify: () => Promise.resolve(null) });
    const failure = await stream.next().catch((error: AppError) => error);
    expect(failure).to.include({ code: 'UNAUTHORIZED' });
    stream.close();
  });

  it('ends for a client that left before it was opened', async () => {
    const hub = createEventHub({ ...use().services, isListening: () => true });
    const stream = await hub.subscribe({ ...subscriber(), signal: AbortSignal.abort() });
    expect([await stream.next(), hub.size()]).to.deep.equal([null, 0]);
  });

  it('knows whether the client has left, also before it was asked', () => {
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    const signal = goneSignal({ res });
    expect(signal.aborted).to.equal(false);
    res.destroy();
    expect(goneSignal({ res }).aborted).to.equal(true);
    res.emit('close');
    expect(signal.aborted).to.equal(true);
  });

  // docs/interface.md, K18
  it('has ids of the restored database, also while a stream from before waits for its reader', async () => {
    const { services, database } = use();
    const hub = createEventHub({ ...services, isListening: () => true });
    const leaving = new AbortController();
    await hub.subscribe({ ...subscriber(), signal: leaving.signal });
    await database.kysely
      .updateTable('sequences')
      .set(({ eb }) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', 'epoch')
      .execute();
    hub.hear([], true);
    const after = await hub.subscribe({ ...subscriber(), signal: leaving.signal });
    await record(use(), 1);
    hub.hear(['events'], false);
    const event = await after.next();
    expect(event && 'id' in event && event.id.epoch).to.equal(after.start().epoch);
    leaving.abort();
  });

  // docs/interface.md, K7
  it('sends no text that was deleted while a slow client read the events before it', async () => {
    const { services, database } = use();
    const hub = createEventHub({ ...services, isListening: () => true });
    const leaving = new AbortController();
    const slow = await hub.subscribe({ ...subscriber(), signal: leaving.signal });
    await record(use(), 3, 'deleted text');
    hub.hear(['events'], false);
    await slow.next();
    await services.em.fork().transactional((tx) => forgetTexts(tx, ['c-1', 'c-2']));
    hub.hear(['events.texts'], false);
    expect(JSON.stringify([await slow.next(), await slow.next()])).to.not.include('deleted text');
    // An instance that lost its connection for a while does not know what was deleted.
    await record(use(), 2, 'another text');
    hub.hear(['events'], false);
    await slow.next();
    await database.kysely.updateTable('events').set({ data: '{"id":"c-1"}' }).where('subject', '=', 'c-1').execute();
    hub.hear([], true);
    expect(JSON.stringify(await slow.next())).to.not.include('another text');
    leaving.abort();
  });

  it('reads no faster than a slow client, and omits nothing', async () => {
    const { services, statements } = use();
    const hub = createEventHub({ ...services, isListening: () => true });
    const leaving = new AbortController();
    const slow = await hub.subscribe({ ...subscriber(), signal: leaving.signal });
    const text = 'x'.repeat(10_000);
    for (let at = 0; at < 20; at++) {
      await record(use(), 100, text);
      hub.hear(['events'], false);
      await sleep(1);
    }
    // The hub has read all of it.
    let reads = -1;
    while (reads !== statements.length) {
      reads = statements.length;
      await sleep(20);
    }
    statements.length = 0;
    const seqs: number[] = [];
    while (seqs.length < 2000) {
      const next = await slow.next();
      if (next && 'message' in next) seqs.push(next.id.seq);
    }
    expect(seqs).to.deep.equal(seqs.map((_, at) => slow.start().seq + at + 1));
    // The events that the hub no longer keeps in memory were read again, page by page.
    expect(statements.filter((sql) => /from "events"/.test(sql)).length).to.be.within(10, 22);
    leaving.abort();
    expect(await slow.next()).to.equal(null);
    expect(hub.size()).to.equal(0);
  });

  it('ends when the service stops, well before the timeout of the stop', async () => {
    const own = await startTestService(databaseKinds[0]!);
    const streams = [await open(own), await open(own)];
    for (const stream of streams) await stream.next();
    const began = performance.now();
    await own.close();
    expect(performance.now() - began).to.be.below(4000);
    for (const stream of streams) expect(await stream.next()).to.equal(null);
  });
});
