import { expect } from 'chai';

import { readLimit } from '../routers/core/consume.ts';
import { limits } from '../routers/base/limits.ts';
import { describeService, type TestService } from './support/service.ts';

/** Reads a number of times from one client IP and returns the statuses. */
async function read(service: TestService, path: string, times: number, address: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) {
    const { status } = await service.call('GET', path, { headers: { 'cf-connecting-ip': address } });
    statuses.push(status);
  }
  return statuses;
}

/** Counts calls that were not made: thousands of real ones would prove nothing more. */
async function count(
  { services }: TestService,
  limit: { name: string },
  address: string,
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time++) await services.counters.increment(limit.name, address);
}

const POSTS = readLimit('posts.list');
const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

// docs/interface.md, L1, L4
describeService('read limits', (use) => {
  it('allow 240 reads of an endpoint per minute, and the next response has Retry-After', async () => {
    expect(await read(use(), '/api/posts', 2, '192.0.2.1')).to.deep.equal([200, 200]);
    await count(use(), POSTS, '192.0.2.1', 237);
    expect(await read(use(), '/api/posts', 1, '192.0.2.1')).to.deep.equal([200]);
    const refused = await use().call('GET', '/api/posts', { headers: { 'cf-connecting-ip': '192.0.2.1' } });
    expect(refused.status).to.equal(429);
    expect(refused.body).to.include({ ok: false, code: 'RATE_LIMITED' });
    expect(refused.body.error).to.match(/240 .* a minute.*60 seconds/);
    expect(refused.headers.get('retry-after')).to.equal('60');
    expect(refused.headers.get('ratelimit-limit')).to.equal('240');
    expect(refused.headers.get('ratelimit-remaining')).to.equal('0');
    expect(refused.headers.get('ratelimit-reset')).to.equal('60');
  });

  it('are separate for other endpoints and client IPs', async () => {
    expect(await read(use(), '/api/stats', 1, '192.0.2.1')).to.deep.equal([200]);
    expect(await read(use(), '/api/posts', 1, '192.0.2.2')).to.deep.equal([200]);
  });

  it('have a window that ends a minute after its first request', async () => {
    use().clock.advance(59_999);
    expect(await read(use(), '/api/posts', 1, '192.0.2.1')).to.deep.equal([429]);
    use().clock.advance(1);
    expect(await read(use(), '/api/posts', 1, '192.0.2.1')).to.deep.equal([200]);
  });

  it('allow 600 reads of all endpoints together', async () => {
    const address = '192.0.2.3';
    await count(use(), limits.everyRead, address, 597);
    const statuses: number[] = [];
    for (const path of ['/api/posts', '/api/stats', '/api/popular', '/api/popular']) {
      statuses.push(...(await read(use(), path, 1, address)));
    }
    expect(statuses).to.deep.equal([200, 200, 200, 429]);
    // docs/interface.md, E7
    for (const path of ['/', '/admin']) {
      const page = await use().call('GET', path, { headers: { 'cf-connecting-ip': address } });
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([429, 'text/plain; charset=utf-8']);
    }
  });

  // docs/interface.md, L10
  it('count all notations of an IP address together', async () => {
    const left: (string | null)[] = [];
    for (const address of ['192.0.2.4', '::ffff:192.0.2.4', '2001:DB8::1', '2001:db8:0::1%eth0']) {
      const { headers } = await use().call('GET', '/api/posts', { headers: { 'cf-connecting-ip': address } });
      left.push(headers.get('ratelimit-remaining'));
    }
    expect(left).to.deep.equal(['239', '238', '239', '238']);
  });

  // docs/interface.md, L3
  it('count IPv6 addresses of a /64 separately, for any number of neighbours', async () => {
    const statuses: number[] = [];
    for (let host = 1; host <= 11; host++) {
      await count(use(), limits.search, `2001:db8:7::${host}`, 59);
      statuses.push(...(await read(use(), '/api/search?q=a', 1, `2001:db8:7::${host}`)));
    }
    expect(countOf(statuses, 200)).to.equal(11);
    expect(await read(use(), '/api/search?q=a', 1, '2001:DB8:7:0::1')).to.deep.equal([429]);
    const neighbour = { 'cf-connecting-ip': '2001:db8:7::ffff' };
    const { headers } = await use().call('GET', '/api/search?q=a', { headers: neighbour });
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).to.deep.equal(['60', '59']);
    const found = await use().trpc(null, neighbour).search.query.query({ q: 'a' });
    expect(found).to.include({ ok: true });
  });

  it('exempt the administrator, except for the list of all comments', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.5' };
    for (const limit of [POSTS, limits.everyRead]) await count(use(), limit, '192.0.2.5', limit.max);
    expect((await use().admin('GET', '/api/posts', undefined, headers)).status).to.equal(200);
    const other = { 'cf-connecting-ip': '192.0.2.15' };
    await count(use(), readLimit('comments.all'), '192.0.2.15', 239);
    const statuses: number[] = [];
    for (let time = 0; time < 2; time++) {
      statuses.push((await use().admin('GET', '/api/comments', undefined, other)).status);
    }
    expect(statuses).to.deep.equal([200, 429]);
  });

  it('treat an invalid token as absent', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.6', authorization: 'Bearer nonsense' };
    const { headers: told } = await use().call('GET', '/api/posts', { headers });
    expect(told.get('ratelimit-remaining')).to.equal('239');
  });

  // docs/interface.md, L5
  it('exempt writes and health checks', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.7' };
    const written = await use().call('POST', '/api/posts/gb-note/comments', {
      headers,
      body: { author: 'A', content: 'limits' },
    });
    expect(written.status).to.equal(201);
    const health = await use().call('GET', '/healthz', { headers });
    expect(health.headers.get('ratelimit-limit')).to.equal(null);
  });

  it('count native tRPC like REST, each call of a batch separately', async () => {
    const address = '192.0.2.8';
    const trpc = use().trpc(null, { 'cf-connecting-ip': address });
    await count(use(), POSTS, address, 220);
    for (let batch = 0; batch < 2; batch++) {
      await Promise.all(Array.from({ length: 10 }, () => trpc.posts.list.query({})));
    }
    const refused = await trpc.posts.list.query({}).catch((error: unknown) => error);
    expect(refused).to.have.nested.property('data.reason', 'RATE_LIMITED');
    expect(refused).to.have.nested.property('data.retryAfter', 60);
    expect(await read(use(), '/api/posts', 1, address)).to.deep.equal([429]);
  });

  it('count openings of the stream of events, over REST and tRPC', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.10' };
    const left: (string | null)[] = [];
    for (const path of ['/api/events/stream', '/trpc/events.stream', '/api/events/stream']) {
      const response = await fetch(use().url + path, { headers });
      await response.text();
      left.push(response.headers.get('ratelimit-remaining'));
    }
    expect([left[0], left[2]]).to.deep.equal(['239', '237']);
  });

  it('ignore X-Forwarded-For', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.9', 'x-forwarded-for': '198.51.100.1' };
    await use().call('GET', '/api/posts', { headers });
    const { headers: told } = await use().call('GET', '/api/posts', {
      headers: { ...headers, 'x-forwarded-for': '198.51.100.2' },
    });
    expect(told.get('ratelimit-remaining')).to.equal('238');
  });
});

// docs/interface.md, L1
describeService('write limits', (use) => {
  const comment = (address: string, content: string) =>
    use().call('POST', '/api/posts/gb-note/comments', {
      headers: { 'cf-connecting-ip': address },
      body: { author: 'Ada', content },
    });

  it('allow 20 stored comments per minute and client IP', async () => {
    for (let number = 0; number < 20; number++) {
      expect((await comment('192.0.2.20', `number ${number}`)).status).to.equal(201);
    }
    const refused = await comment('192.0.2.20', 'one more');
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('retry-after')).to.equal('60');
    expect((await comment('192.0.2.21', 'from elsewhere')).status).to.equal(201);
    use().clock.advance(60_000);
    expect((await comment('192.0.2.20', 'one more')).status).to.equal(201);
  });

  it('allow 60 attempts per minute, stored or not', async () => {
    await comment('192.0.2.22', 'the same');
    await count(use(), limits.commentAttempts, '192.0.2.22', 57);
    for (let number = 0; number < 2; number++) {
      expect((await comment('192.0.2.22', 'the same')).status).to.equal(409);
    }
    expect((await comment('192.0.2.22', 'the same')).status).to.equal(429);
  });

  it('store exactly 20 of 50 concurrent comments', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => comment('192.0.2.23', `at once ${number}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(20);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(30);
  });

  it('allow 30 likes, 120 views and 20 error reports per minute', async () => {
    await use().admin('POST', '/api/posts', { title: 'Counted' });
    const headers = { 'cf-connecting-ip': '192.0.2.24' };
    for (const [limit, max, path, body] of [
      [limits.likes, 30, '/api/posts/counted/like', undefined],
      [limits.views, 120, '/api/posts/counted/view', undefined],
      [limits.reports, 20, '/api/errors', { message: 'oops' }],
    ] as const) {
      await count(use(), limit, '192.0.2.24', max - 2);
      const statuses: number[] = [];
      for (let time = 0; time < 3; time++) statuses.push((await use().call('POST', path, { headers, body })).status);
      expect(statuses, path).to.deep.equal([200, 200, 429]);
    }
  });

  // docs/interface.md, L3
  it('allow an IPv6 /64 ten times as many, beside the exact address', async () => {
    await comment('192.0.2.25', 'the same');
    await count(use(), limits.commentAttempts, '2001:db8:7:0::/64', 590);
    for (let host = 1; host <= 10; host++) {
      await count(use(), limits.commentAttempts, `2001:db8:7::${host}`, 59);
      expect((await comment(`2001:db8:7::${host}`, 'the same')).status).to.equal(409);
    }
    expect((await comment('2001:DB8:7:0:ffff::1', 'of the same network')).status).to.equal(429);
    expect((await comment('2001:db8:7:1::1', 'of the next network')).status).to.equal(201);
    use().clock.advance(60_000);
    expect((await comment('2001:db8:7::1', 'of the same network')).status).to.equal(201);
  });

  it('refund what was not stored, for the exact address and its /64', async () => {
    await comment('192.0.2.26', 'the same');
    // Two are left of the 20 of a client IP, and of the 200 of its network.
    await count(use(), limits.comments, '2001:db8:8::1', 18);
    await count(use(), limits.comments, '2001:db8:8:0::/64', 198);
    for (let time = 0; time < 5; time++) {
      expect((await comment('2001:db8:8::1', 'the same')).status).to.equal(409);
    }
    for (const content of ['stored first', 'stored second']) {
      expect((await comment('2001:db8:8::1', content)).status).to.equal(201);
    }
    expect((await comment('2001:db8:8::1', 'one more')).status).to.equal(429);
    expect((await comment('2001:db8:8::11', 'one more')).status).to.equal(429);
  });

  for (const [way, spellings] of [
    ['IPv4', ['192.0.2.27', '::ffff:192.0.2.27', '::FFFF:C000:21B', '0:0:0:0:0:ffff:192.0.2.27']],
    ['IPv6', ['2001:db8:9::1', '2001:0DB8:0009:0:0:0:0:0001', '2001:db8:9::0.0.0.1', '2001:db8:9::1%eth0']],
  ] as const) {
    it(`count all notations of an ${way} address together`, async () => {
      const statuses: number[] = [];
      for (let number = 0; number < 24; number++) {
        statuses.push((await comment(spellings[number % 4]!, `${way} ${number}`)).status);
      }
      expect(countOf(statuses, 201)).to.equal(20);
      expect(countOf(statuses, 429)).to.equal(4);
    });
  }
});
