import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { expect } from 'chai';
import superjson from 'superjson';

import type { AppRouter } from '../client/api/generated/trpc.ts';
import { describeService } from './support/service.ts';

// docs/interface.md, T3, T10
describeService('native tRPC with httpBatchStreamLink', (use) => {
  function client(maxItems = 10) {
    const responses: Response[] = [];
    const link = httpBatchStreamLink({
      url: `${use().url}/trpc`,
      maxItems,
      transformer: superjson,
      async fetch(url, init) {
        const response = await fetch(url, init as RequestInit);
        responses.push(response);
        return response;
      },
    });
    return { responses, trpc: createTRPCClient<AppRouter>({ links: [link] }) };
  }

  it('answers every call of a batch, and failed ones with an error', async () => {
    const { responses, trpc } = client();
    const [list, missing, site] = await Promise.allSettled([
      trpc.posts.list.query(),
      trpc.posts.get.query({ id: 'none' }),
      trpc.settings.site.query(),
    ]);
    expect(list).to.have.nested.property('value.total', 0);
    expect(missing).to.have.nested.property('reason.data.reason', 'NOT_FOUND');
    expect(site).to.have.nested.property('value.ok', true);
    expect(responses.map(({ status }) => status)).to.deep.equal([200]);
  });

  it('answers one call, and caches its response for others', async () => {
    expect((await use().call('GET', '/trpc/posts.list?batch=1&input=%7B%7D')).status).to.equal(200);
    expect((await client().trpc.posts.list.query()).total).to.equal(0);
    expect((await use().call('GET', '/trpc/posts.list?batch=1&input=%7B%7D')).body).to.be.an('array');
  });

  it('continues when a client disconnects', async () => {
    const path = '/trpc/settings.site,posts.list,stats.all?batch=1&input=%7B%7D';
    for (let at = 0; at < 20; at++) {
      const leaving = new AbortController();
      const headers = { 'trpc-accept': 'application/jsonl' };
      const response = await fetch(`${use().url}${path}`, { headers, signal: leaving.signal });
      expect(response.status).to.equal(200);
      leaving.abort();
    }
    expect((await client().trpc.posts.list.query()).total).to.equal(0);
  });

  it('rejects 11 calls with 400', async () => {
    const { responses, trpc } = client(11);
    await Promise.allSettled(Array.from({ length: 11 }, () => trpc.settings.site.query()));
    expect(responses.map(({ status }) => status)).to.deep.equal([400]);
  });
});
