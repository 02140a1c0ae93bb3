import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, type TRPCClientError } from '@trpc/client';
import { expect } from 'chai';
import { EventSource } from 'eventsource';
import superjson from 'superjson';

import type { AppRouter } from '../client/api/generated/trpc.ts';
import { comment } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import { describeService } from './support/service.ts';
import { freshAddress } from './support/visitors.ts';

type Message = { id: string; data: { type: string; data: { id?: string | undefined; subscriberId?: string } } };
type Failure = TRPCClientError<AppRouter>;

// docs/interface.md, T11
describeService('native tRPC with httpSubscriptionLink', (use) => {
  /** By the header Authorization, or else by connectionParams. */
  function clientWith(token: string, { byHeader }: { byHeader: boolean }) {
    const url = `${use().url}/trpc`;
    const link = byHeader
      ? httpSubscriptionLink({
          url,
          transformer: superjson,
          EventSource,
          eventSourceOptions: {
            fetch: (input, init) =>
              fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
          },
        })
      : httpSubscriptionLink({ url, transformer: superjson, EventSource, connectionParams: { token } });
    return createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === 'subscription',
          true: link,
          false: httpBatchLink({ url, transformer: superjson }),
        }),
      ],
    });
  }

  /** Subscribes, and gives what arrives. */
  function subscribe(token: string, byHeader: boolean, input?: { lastEventId: string }) {
    const messages: Message[] = [];
    const waiting: (() => void)[] = [];
    let failure: Failure | undefined;
    const wake = () => waiting.splice(0).forEach((resolve) => resolve());
    const { unsubscribe } = clientWith(token, { byHeader }).events.stream.subscribe(input, {
      onData: (message) => (messages.push(message), wake()),
      onError: (error) => ((failure = error), wake()),
    });
    async function next(): Promise<Message> {
      while (messages.length === 0) {
        if (failure) throw failure;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return messages.shift()!;
    }
    return { next, unsubscribe };
  }

  for (const byHeader of [true, false]) {
    it(`gets events with their ids, the token ${byHeader ? 'in a header' : 'in connectionParams'}`, async () => {
      const { next, unsubscribe } = subscribe(await newKey(use(), 'events'), byHeader);
      expect((await next()).data.type).to.equal('stream.opened');
      const id = await write(use(), { title: 'A post' });
      const { comment: written } = await comment(use(), id, {}, freshAddress());
      const [post, second] = [await next(), await next()];
      expect([post.data.type, post.data.data.id]).to.deep.equal(['post.published', id]);
      expect([second.data.type, second.data.data.id]).to.deep.equal(['comment.created', written.id]);
      unsubscribe();
      const again = subscribe(use().token, byHeader, { lastEventId: post.id });
      expect((await again.next()).data.type).to.equal('stream.opened');
      expect((await again.next()).id).to.equal(second.id);
      again.unsubscribe();
    });
  }

  it('is told why there is no stream, and when the session ends', async () => {
    const reasonOf = async (token: string, input?: { lastEventId: string }) => {
      const { next } = subscribe(token, true, input);
      return next().then(
        () => 'opened',
        (error: Failure) => error.data?.reason,
      );
    };
    expect(await reasonOf('nobody')).to.equal('UNAUTHORIZED');
    expect(await reasonOf(await newKey(use(), 'read'))).to.equal('SCOPE_MISSING');
    expect(await reasonOf(use().token, { lastEventId: '7-7' })).to.equal('CURSOR_EXPIRED');
    expect(await reasonOf(use().token, { lastEventId: 'x' })).to.equal('BAD_REQUEST');
    const { next } = subscribe(use().token, true);
    await next();
    await use().admin('POST', '/api/admin/logout');
    const failure = await next().catch((error: Failure) => error);
    expect(failure).to.have.nested.property('data.reason', 'UNAUTHORIZED');
    await use().signIn();
  });

  it('takes GET and HEAD only, no batch, and no connectionParams that are no object', async () => {
    const path = '/trpc/events.stream';
    expect((await use().admin('POST', path, {})).status).to.equal(405);
    expect((await use().admin('HEAD', path)).status).to.equal(200);
    const batch = await use().admin('GET', `${path}?batch=1&input=%7B%7D`);
    expect(batch.body[0].error.json.data).to.include({ httpStatus: 400, reason: 'BAD_REQUEST' });
    expect((await use().call('GET', `${path}?connectionParams=x`)).status).to.equal(400);
  });

  it('is allowed for the origins of the site, with the header Last-Event-ID', async () => {
    await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
    const headers = { origin: 'https://blog.example' };
    const preflight = await use().call('OPTIONS', '/trpc/events.stream', { headers });
    expect(preflight.headers.get('access-control-allow-headers')).to.include('Last-Event-ID');
    const { headers: sent } = await use().admin('HEAD', '/trpc/events.stream', undefined, headers);
    expect(sent.get('access-control-allow-origin')).to.equal('https://blog.example');
  });
});
