import { expect } from 'chai';

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

const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

// docs/interface.md, L1, L4
describeService('read limits', (use) => {
  it('allow 240 reads of an endpoint per minute, and the next response has Retry-After', async () => {
    const statuses = await read(use(), '/api/posts', 240, '192.0.2.1');
    expect(countOf(statuses, 200)).to.equal(240);
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
    const first = await read(use(), '/api/posts', 240, address);
    const second = await read(use(), '/api/stats', 240, address);
    const third = await read(use(), '/api/popular', 121, address);
    expect(countOf([...first, ...second, ...third], 200)).to.equal(600);
    expect(third.at(-1)).to.equal(429);
    // docs/interface.md, E7
    for (const path of ['/', '/admin']) {
      const page = await use().call('GET', path, { headers: { 'cf-connecting-ip': address } });
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([429, 'text/plain; charset=utf-8']);
    }
  });

  // docs/interface.md, L10
  it('count all notations of an IP address together', async () => {
    await read(use(), '/api/posts', 120, '192.0.2.4');
    const rest = await read(use(), '/api/posts', 121, '::ffff:192.0.2.4');
    expect(countOf(rest, 200)).to.equal(120);
    await read(use(), '/api/posts', 120, '2001:DB8::1');
    const upper = await read(use(), '/api/posts', 121, '2001:db8:0::1%eth0');
    expect(countOf(upper, 200)).to.equal(120);
  });

  // docs/interface.md, L3
  it('count IPv6 addresses of a /64 separately, for any number of neighbours', async () => {
    const statuses: number[] = [];
    for (let host = 1; host <= 11; host++) {
      statuses.push(...(await read(use(), '/api/search?q=a', 60, `2001:db8:7::${host}`)));
    }
    expect(countOf(statuses, 200)).to.equal(660);
    expect(await read(use(), '/api/search?q=a', 1, '2001:DB8:7:0::1')).to.deep.equal([429]);
    const neighbour = { 'cf-connecting-ip': '2001:db8:7::ffff' };
    const { headers } = await use().call('GET', '/api/search?q=a', { headers: neighbour });
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).to.deep.equal(['60', '59']);
    const found = await use().trpc(null, neighbour).search.query.query({ q: 'a' });
    expect(found).to.include({ ok: true });
  });

  it('exempt the administrator, except for the list of all comments', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.5' };
    for (let time = 0; time < 241; time++) {
      expect((await use().admin('GET', '/api/posts', undefined, headers)).status).to.equal(200);
    }
    const statuses: number[] = [];
    for (let time = 0; time < 241; time++) {
      statuses.push((await use().admin('GET', '/api/comments', undefined, headers)).status);
    }
    expect(countOf(statuses, 200)).to.equal(240);
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
    for (let batch = 0; batch < 24; batch++) {
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
    for (let number = 0; number < 59; number++) {
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
    const times = async (path: string, count: number, body?: unknown) => {
      const statuses: number[] = [];
      for (let time = 0; time < count; time++)
        statuses.push((await use().call('POST', path, { headers, body })).status);
      return countOf(statuses, 200);
    };
    expect(await times('/api/posts/counted/like', 31)).to.equal(30);
    expect(await times('/api/posts/counted/view', 121)).to.equal(120);
    expect(await times('/api/errors', 21, { message: 'oops' })).to.equal(20);
  });

  /** Sends the same comment, which is rejected as a duplicate, from a number of addresses of a /64. */
  async function sendDuplicates(network: string, hosts: number, each: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let host = 1; host <= hosts; host++) {
      for (let time = 0; time < each; time++) statuses.push((await comment(`${network}${host}`, 'the same')).status);
    }
    return statuses;
  }

  // docs/interface.md, L3
  it('allow an IPv6 /64 ten times as many, beside the exact address', async () => {
    await comment('192.0.2.25', 'the same');
    const statuses = await sendDuplicates('2001:db8:7::', 10, 60);
    expect(countOf(statuses, 409)).to.equal(600);
    expect((await comment('2001:DB8:7:0:ffff::1', 'of the same network')).status).to.equal(429);
    expect((await comment('2001:db8:7:1::1', 'of the next network')).status).to.equal(201);
    use().clock.advance(60_000);
    expect((await comment('2001:db8:7::1', 'of the same network')).status).to.equal(201);
  });

  it('refund what was not stored, for the exact address and its /64', async () => {
    await comment('192.0.2.26', 'the same');
    // More than the 20 of a client IP, and than the 200 of its network.
    expect(countOf(await sendDuplicates('2001:db8:8::', 7, 30), 409)).to.equal(210);
    for (let host = 1; host <= 10; host++) {
      for (let number = 0; number < 20; number++) {
        expect((await comment(`2001:db8:8::${host}`, `stored ${host} ${number}`)).status).to.equal(201);
      }
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
