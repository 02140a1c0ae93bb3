import { expect } from 'chai';

import { readLimit } from '../routers/core/consume.ts';
import { limits, type Limit } from '../routers/base/limits.ts';
import { expectNothingInside, expectSecure } from './support/http.ts';
import type { Answer, CallOptions } from './support/service.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

const SUBMIT = '/trpc/comments.submit';
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const input = (text: string) => `input=${encodeURIComponent(text)}`;

/** Expects an error in the format of tRPC, single or first of a batch. */
function expectRpcFailure(answer: Answer, status: number, reason: string): void {
  const [first] = [answer.body].flat();
  expect(first?.error?.json?.data, JSON.stringify(answer.body)).to.include({ httpStatus: status, reason });
  expect(first.error.json.message).to.match(/^[A-Z"].*\.$/);
  expect(first.error.json.data).to.not.have.property('stack');
  expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
  expectNothingInside(JSON.stringify(answer.body));
  expectSecure(answer);
}

describeVisited('http: native tRPC', (use) => {
  const post = (raw: string, path = SUBMIT, options: CallOptions = {}) => use().call('POST', path, { raw, ...options });

  const broken: [string, string, string?][] = [
    ['broken JSON', '{"json":', 'PARSE_ERROR'],
    ['JSON 10,000 deep', `{"json":${deep(10_000)}}`, 'NESTING_TOO_DEEP'],
    ['JSON 100,000 deep that never closes', '['.repeat(100_000), 'NESTING_TOO_DEEP'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '1'],
    ['a string', '"text"'],
    ['an empty body', ''],
    ['no input', '{}'],
    ['an input of null', '{"json":null}'],
    ['wrong types', '{"json":{"id":1,"author":[],"content":{}}}'],
  ];
  for (const [title, raw, reason = 'BAD_REQUEST'] of broken) {
    it(`answers 400 ${reason} for ${title}, alone and in a batch`, async () => {
      const alone = await post(raw);
      expect(alone.status).to.equal(400);
      expectRpcFailure(alone, 400, reason);
      const batch = await post(raw.includes('json') ? `{"0":${raw}}` : raw, `${SUBMIT}?batch=1`);
      expect(batch.status).to.equal(400);
      expectRpcFailure(batch, 400, reason);
    });
  }

  const fields = '"id":"gb-note","author":"Ann","content":"meta"';
  const metas = [
    '{"__proto__":["undefined"]}',
    '{"__proto__.polluted":["undefined"]}',
    '{"constructor.prototype.x":["Date"]}',
    '{"author":["no-such-type"]}',
    '{"author":["bigint"]}',
    '{"author":["map"]}',
    '{"author":["set"]}',
    '{"author":["regexp"]}',
    '{"author":["Date"]}',
    '{"author":[["class","Object"]]}',
    '{"author":[["symbol","x"]]}',
    '{"author":[["typed-array","Int8Array"]]}',
    '{"author":["undefined"]}',
    '[["x"]]',
  ];
  for (const values of metas) {
    it(`answers 400 for the superjson meta ${values}`, async () => {
      const answer = await post(`{"json":{${fields}},"meta":{"values":${values}}}`);
      expect(answer.status).to.equal(400);
      expect([answer.body].flat()[0].error.json.data.httpStatus).to.equal(400);
      expectNothingInside(JSON.stringify(answer.body));
      expect(Object.keys(Object.prototype)).to.deep.equal([]);
    });
  }

  it('handles superjson references to prototypes and to nothing', async () => {
    for (const equal of [
      '{"__proto__":["author"]}',
      '{"author":["__proto__.x"]}',
      '[["a.b.c"]]',
      '{"x.y":["z"]}',
      '5',
    ]) {
      const { status, body } = await post(`{"json":{${fields}},"meta":{"referentialEqualities":${equal}}}`);
      expect(status, JSON.stringify(body)).to.be.oneOf([200, 400, 409]);
      expect(({} as { x?: unknown }).x).to.equal(undefined);
    }
  });

  const reads: [string, number, string?][] = [
    [`/trpc/posts.list?${input(deep(1000))}`, 400, 'NESTING_TOO_DEEP'],
    [`/trpc/posts.list?batch=1&${input(`{"0":${deep(1000)}}`)}`, 400, 'NESTING_TOO_DEEP'],
    [`/trpc/posts.get?${input('{"json":')}`, 400, 'PARSE_ERROR'],
    ['/trpc/posts.get?input=null', 400],
    ['/trpc/posts.get?input=1&input=2', 400],
    ['/trpc/posts.get?input=%ff', 400],
    ['/trpc/posts.get?batch=1&input=[]', 400],
    [`/trpc/posts.get?batch=1&${input('{"__proto__":{"json":{"id":"x"}}}')}`, 400],
    [`/trpc/posts.get?${input('{"json":{"id":"none"}}')}`, 404, 'NOT_FOUND'],
    ['/trpc/constructor', 404, 'NOT_FOUND'],
    ['/trpc/__proto__', 404, 'NOT_FOUND'],
    ['/trpc/posts', 404, 'NOT_FOUND'],
    ['/trpc/posts.list/x', 404, 'NOT_FOUND'],
    ['/trpc/', 404, 'NOT_FOUND'],
  ];
  for (const [path, status, reason = 'BAD_REQUEST'] of reads) {
    it(`answers ${status} ${reason} for GET ${decodeURIComponent(path.replace('%ff', 'FF')).slice(0, 70)}`, async () => {
      const answer = await use().call('GET', path);
      expect(answer.status).to.equal(status);
      expectRpcFailure(answer, status, reason);
    });
  }

  it('ignores ?constructor=1 and ?__proto__=1', async () => {
    for (const query of ['constructor=1', '__proto__=1', '__proto__[x]=1', 'toString=1&hasOwnProperty=1']) {
      for (const path of ['/api/posts', '/trpc/posts.list']) {
        expect((await use().call('GET', `${path}?${query}`)).status, query).to.equal(200);
      }
    }
  });

  it('answers every call of a batch, also beside an unknown procedure', async () => {
    const query = `/trpc/no.such,posts.list,posts.get?batch=1&${input('{"2":{"json":{"id":"none"}}}')}`;
    const { status, body } = await use().call('GET', query);
    expect(status).to.equal(207);
    expect(
      body.map((one: { error?: { json: { data: { reason: string } } } }) => one.error?.json.data.reason),
    ).to.deep.equal(['NOT_FOUND', undefined, 'NOT_FOUND']);
  });

  // docs/interface.md, T3
  it('accepts 10 calls in a batch and rejects 11', async () => {
    const batch = (size: number) =>
      use().call('GET', `/trpc/${Array(size).fill('settings.site').join(',')}?batch=1&input={}`);
    expect((await batch(10)).body).to.have.length(10);
    const eleven = await batch(11);
    expect(eleven.status).to.equal(400);
    expectRpcFailure(eleven, 400, 'BAD_REQUEST');
  });

  it('gives each failure of a batch its own error, and stores the valid calls', async () => {
    const calls = ['', 'x'.repeat(5001), 'good'].map((content) => ({
      json: { id: 'gb-idea', author: 'Ann', content },
    }));
    const { body } = await post(
      JSON.stringify({ ...calls }),
      `/trpc/${Array(3).fill('comments.submit').join(',')}?batch=1`,
    );
    expect(
      body
        .slice(0, 2)
        .map(
          (one: { error: { json: { data: { issues: { path: string }[] } } } }) => one.error.json.data.issues[0]?.path,
        ),
    ).to.deep.equal(['content', 'content']);
    expect(body[2].result.data.json.comment.content).to.equal('good');
  });

  // docs/interface.md, T5
  it('answers 207 to a batch with different statuses, with the longest Retry-After of its calls', async () => {
    const address = freshAddress();
    const fill = async ({ name, max }: Limit) => {
      for (let time = 0; time < max; time++)
        await use().services.counters.increment(name, address['cf-connecting-ip'] ?? '');
    };
    await fill(limits.search);
    use().clock.advance(20_000);
    await fill(readLimit('posts.list'));
    const calls = ['search.query', 'posts.list', 'settings.site'].join(',');
    const { status, headers, body } = await use().call('GET', `/trpc/${calls}?batch=1&input={}`, { headers: address });
    const waits = body
      .slice(0, 2)
      .map(({ error }: { error: { json: { data: { retryAfter: number } } } }) => error.json.data.retryAfter);
    expect([status, waits]).to.deep.equal([207, [40, 60]]);
    expect(headers.get('retry-after')).to.equal('60');
    expect(body[2]).to.have.property('result');
  });

  // docs/interface.md, T8
  it('sends no-store and no entity tag', async () => {
    const answers = ['/trpc/settings.site', '/trpc/settings.site', '/trpc/posts.get?input={}', '/trpc/none'];
    for (const path of answers) {
      const { headers } = await use().call('GET', path);
      expect([headers.get('cache-control'), headers.get('etag')], path).to.deep.equal(['no-store', null]);
    }
  });

  it('answers 415 for other content types than JSON', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=latin1']) {
      expectRpcFailure(await post('{}', SUBMIT, { headers: { 'content-type': type } }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('answers 401 with WWW-Authenticate where a token is required', async () => {
    const answer = await use().call('GET', '/trpc/admin.session');
    expectRpcFailure(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
  });
});
