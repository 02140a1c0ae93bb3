import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { expect } from 'chai';

import { BlogError, createBlogClient } from '../client/index.ts';
import { write } from './support/posts.ts';
import { newKey } from './support/keys.ts';
import { describeService } from './support/service.ts';

describeService('events.stream of the client', (use) => {
  let proxy: Server;
  const sockets = new Set<Socket>();
  const proxied = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const breakConnections = () => sockets.forEach((socket) => socket.destroy());

  /** Passes bytes on, so that connections can be broken. */
  before((done) => {
    proxy = createServer();
    proxy.removeAllListeners('connection');
    proxy.on('connection', (socket: Socket) => {
      const target = connect(Number(new URL(use().url).port), '127.0.0.1');
      for (const one of [socket, target]) one.on('error', () => undefined);
      sockets.add(socket);
      socket.pipe(target).pipe(socket);
      socket.once('close', () => (sockets.delete(socket), target.destroy()));
      target.once('close', () => socket.destroy());
    });
    proxy.listen(0, '127.0.0.1', done);
  });
  after(() => {
    breakConnections();
    proxy.close();
  });

  it('reconnects after a break and continues after the last event, until it is aborted', async () => {
    const client = createBlogClient({ url: proxied(), token: await newKey(use(), 'events') });
    const first = await write(use(), { title: 'First' });
    const leaving = new AbortController();
    const ids: string[] = [];
    let round = 0;
    for await (const event of client.events.stream({ lastEventId: '0-0', signal: leaving.signal })) {
      ids.push('id' in event.data ? event.data.id : '');
      if (event.type.startsWith('post.')) round += 1;
      if (round === 1) {
        expect(event).to.include({ type: 'post.published' });
        breakConnections();
        ids.push(await write(use(), { title: 'Second' }));
      }
      if (round === 2) leaving.abort();
    }
    expect(ids).to.deep.equal([first, ids[1]!, ids[1]!]);
  });

  it('reconnects after answers of a proxy, and after failures of the service', async () => {
    const html = { 'content-type': 'text/html' };
    const answers = [
      new Response('<h1>Web server is down</h1>', { status: 521, headers: html }),
      new Response('<h1>One moment please</h1>', { headers: html }),
      Response.json({ ok: false, error: 'Something failed.', code: 'INTERNAL_ERROR' }, { status: 500 }),
    ];
    for (const answer of answers) {
      let calls = 0;
      const once: typeof fetch = (...of) => (calls++ === 0 ? Promise.resolve(answer) : fetch(...of));
      const { events } = createBlogClient({ url: use().url, token: use().token, fetch: once });
      const stream = events.stream({ include: 'signals' });
      expect((await stream.next()).value).to.include({ type: 'stream.opened' });
      await stream.return();
    }
  });

  it('throws errors that a retry cannot fix', async () => {
    const failureOf = async (token: string | null, lastEventId?: string) => {
      try {
        const stream = createBlogClient({ url: use().url, token }).events.stream({ lastEventId });
        await stream.next();
      } catch (error) {
        return error instanceof BlogError && error.code;
      }
      return null;
    };
    expect(await failureOf(null)).to.equal('UNAUTHORIZED');
    expect(await failureOf(await newKey(use(), 'read'))).to.equal('SCOPE_MISSING');
    expect(await failureOf(use().token, '0-99')).to.equal('CURSOR_EXPIRED');
  });

  it('yields signals on request, the first when the stream opens', async () => {
    const { events } = createBlogClient({ url: use().url, token: use().token });
    const stream = events.stream({ include: 'signals' });
    const opened = (await stream.next()).value!;
    expect(opened.type).to.equal('stream.opened');
    const id = await write(use(), { status: 'draft' });
    expect((await stream.next()).value).to.deep.include({ type: 'post.saved', data: { id } });
    await stream.return();
  });
});
