import { setTimeout as wait } from 'node:timers/promises';

import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect } from 'chai';

import {
  BlogError,
  createBlogClient,
  decryptPost,
  type BlogClientOptions,
  type EncryptedText,
} from '../client/index.ts';
import { createHashQueue } from '../routers/base/hash-queue.ts';
import { encryptText } from '../routers/posts/encryption.ts';
import { withPostKeys } from '../routers/posts/post-keys.ts';
import { describeService } from './support/service.ts';
import { stopwatch } from './support/stopwatch.ts';

/** The reason of a rejected promise. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('It was fulfilled.'),
    (reason: unknown) => reason,
  );
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await failure(call);
  expect(error).to.be.instanceOf(BlogError);
  return (error as BlogError).code;
}

/** A fetch that records its requests, with a delay or errors for the first ones. */
function watchedFetch(delay = 0, ...errors: Error[]) {
  const sent: { url: string; status: number; headers: Headers; signal: AbortSignal | null }[] = [];
  const fetch: NonNullable<BlogClientOptions['fetch']> = async (input, init) => {
    const error = errors.shift();
    if (error) throw error;
    if (delay > 0) await wait(delay, undefined, { signal: init!.signal! });
    const response = await globalThis.fetch(input, init);
    const { url, headers, signal } = new Request(input, init);
    sent.push({ url, status: response.status, headers, signal });
    return response;
  };
  return { sent, fetch };
}

describeService('client calls', (use) => {
  const visitor = (options: Partial<BlogClientOptions> = {}) => createBlogClient({ url: use().url, ...options });
  const owner = (options: Partial<BlogClientOptions> = {}) => visitor({ token: use().token, ...options });

  it('are aborted by AbortSignal.timeout without affecting a slow call of the same batch', async () => {
    const { sent, fetch } = watchedFetch(1500);
    const client = visitor({ fetch });
    const order: string[] = [];
    const slow = client.settings.site().finally(() => order.push('answered'));
    const error = await failure(client.posts.list({}, { signal: AbortSignal.timeout(500) }));
    order.push('aborted');
    expect(error).to.include({ name: 'TimeoutError' });
    expect((await slow).ok).to.equal(true);
    expect(order).to.deep.equal(['aborted', 'answered']);
    expect(sent).to.have.length(1);
  });

  it('abort the request when all calls of its batch are aborted', async () => {
    const { sent, fetch } = watchedFetch(5000);
    const client = visitor({ fetch });
    const giveUp = new AbortController();
    const calls = [client.settings.site(undefined, giveUp), client.posts.list({}, giveUp)];
    setTimeout(() => giveUp.abort(), 20);
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(sent).to.deep.equal([]);
  });

  it('never resolve after their signal is aborted', async () => {
    const client = visitor();
    for (let after = 0; after < 12; after++) {
      const giveUp = new AbortController();
      const reason = new Error('changed my mind');
      let isAborted = false;
      const call = client.posts.list({}, { signal: giveUp.signal }).then(
        () => expect(isAborted, `${after} ms`).to.equal(false),
        (error: unknown) => expect(error).to.equal(reason),
      );
      await wait(after);
      giveUp.abort(reason);
      isAborted = true;
      await call;
    }
  });

  it('have a timeout of their own within a batch', async () => {
    const client = visitor(watchedFetch(600));
    const other = client.posts.list();
    const error = await failure(client.posts.list({}, { timeout: 100 }));
    expect(error).to.include({ code: 'TIMEOUT', status: 0 });
    expect((error as Error).message).to.equal(`The service at ${use().url} did not answer within 0.1 s.`);
    expect((await other).ok).to.equal(true);
    expect(await codeOf(visitor({ ...watchedFetch(600), timeout: 50 }).posts.list())).to.equal('TIMEOUT');
    expect((await visitor({ ...watchedFetch(100), timeout: 50 }).posts.list({}, { timeout: Infinity })).ok).to.equal(
      true,
    );
  });

  it('have no timeout for imports and exports', async () => {
    const client = owner({ ...watchedFetch(200), timeout: 50 });
    expect((await client.transfer.export()).posts).to.deep.equal([]);
  });

  it('are retried after connection errors if they are reads', async () => {
    const refused = () => new TypeError('fetch failed');
    const { sent, fetch } = watchedFetch(0, refused());
    expect((await visitor({ fetch }).posts.list()).ok).to.equal(true);
    expect(sent).to.have.length(1);
    const twice = watchedFetch(0, refused());
    expect(await codeOf(owner(twice).posts.create({ title: 'Once' }))).to.equal('NETWORK_ERROR');
    expect(twice.sent).to.have.length(0);
  });

  it('are retried after 502 and 504, as one request for the calls of a batch', async () => {
    const pages = [502, 504].map((status) => new Response('<h1>Gateway</h1>', { status }));
    let requests = 0;
    const client = visitor({
      fetch: async (input, init) => (requests++, pages.shift()) ?? globalThis.fetch(input, init),
    });
    const lists = await Promise.all([client.posts.list(), client.posts.list({ page: 2 })]);
    expect(lists.map(({ page }) => page)).to.deep.equal([1, 2]);
    expect(requests).to.equal(3);
  });

  it('wait 65 seconds in total before they fail', async () => {
    const busy = (retryAfter: number) => {
      const data = { httpStatus: 503, reason: 'SERVICE_UNAVAILABLE', retryAfter };
      return async () => Response.json([{ error: { json: { message: 'Not now.', data } } }], { status: 503 });
    };
    const [begun, elapsed] = [performance.now(), stopwatch()];
    expect(await codeOf(visitor({ fetch: busy(66) }).posts.list())).to.equal('SERVICE_UNAVAILABLE');
    expect(await codeOf(visitor({ fetch: busy(0.2), retry: { maxWait: 0.5 } }).posts.list())).to.equal(
      'SERVICE_UNAVAILABLE',
    );
    expect(performance.now() - begun).to.be.above(390);
    expect(elapsed()).to.be.below(2000);
  });

  it('ignore further arguments, such as those of a mutationFn', async () => {
    const client = owner();
    const options = { mutationFn: client.posts.create, retry: false };
    const { id } = await new MutationObserver(new QueryClient(), options).mutate({ title: 'Made by a mutation' });
    await Promise.all([{ id }].map(client.posts.delete as (post: { id: string }) => Promise<unknown>));
    expect(await codeOf(client.posts.get({ id }))).to.equal('NOT_FOUND');
  });

  it('reject an invalid URL', () => {
    expect(() => createBlogClient({ url: 'blog.example' })).to.throw(
      TypeError,
      '"blog.example" is not a URL such as https://blog.example.',
    );
  });

  describe('for posts', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    before(async () => {
      const client = owner();
      for (const id of ids) await client.posts.create({ id, title: id.toUpperCase(), content: 'Text', tags: ['x'] });
    });
    after(() => owner().posts.bulk({ action: 'delete', ids }));

    it('are answered with 304 while the post is unchanged, and with the post after a change', async () => {
      const { sent, fetch } = watchedFetch();
      const client = visitor({ fetch });
      const first = await client.posts.get({ id: 'a' });
      first.post.title = 'changed by the caller';
      expect((await client.posts.get({ id: 'a' })).post.title).to.equal('A');
      expect(sent.map(({ status }) => status)).to.deep.equal([200, 304]);
      await owner().posts.update({ id: 'a', title: 'A2' });
      expect((await client.posts.get({ id: 'a' })).post.title).to.equal('A2');
      expect((await client.posts.get({ id: 'a' })).post.title).to.equal('A2');
      expect(sent.map(({ status }) => status)).to.deep.equal([200, 304, 200, 304]);
    });

    it('return no draft that was cached for another caller', async () => {
      const { id } = await owner().posts.create({ title: 'Hidden', status: 'draft' });
      const client = owner();
      expect((await client.posts.get({ id })).post.title).to.equal('Hidden');
      client.token = null;
      expect(await failure(client.posts.get({ id }))).to.include({ code: 'NOT_FOUND', status: 404 });
      await owner().posts.delete({ id });
    });

    it('reject ids that would lead to another path', async () => {
      for (const id of ['', '.', '..', 'a/comments', '../posts', 'a?x=1']) {
        expect(await codeOf(visitor().posts.get({ id })), id).to.equal('NOT_FOUND');
      }
    });

    it('iterate over all pages', async () => {
      const found: string[] = [];
      for await (const post of visitor().posts.each({ tag: 'x' })) found.push(post.id);
      expect(found).to.have.members(ids).and.to.have.length(ids.length);
      for await (const post of visitor().posts.each({ tag: 'none' })) expect.fail(post.id);
      const ended = visitor().posts.each({}, { signal: AbortSignal.abort() });
      expect(await failure(ended.next())).to.include({ name: 'AbortError' });
    });

    it('iterate over all comments, the newest first', async () => {
      const client = owner();
      const comments = Array.from({ length: 3 }, (_, at) => `Comment ${at}`);
      for (const content of comments) await visitor().comments.submit({ id: 'b', author: 'Ann', content });
      const found: string[] = [];
      for await (const { content } of client.comments.each('b')) found.push(content);
      expect(found).to.deep.equal(comments.toReversed());
    });
  });
});

describe('decryptPost', () => {
  const text = 'A text that is long enough to be told from noise, 你好.';
  let enc: EncryptedText;
  before(async () => {
    enc = await encrypted(text, 'open sesame');
  });

  it('decrypts the text', async () => expect(await decryptPost(enc, 'open sesame')).to.equal(text));

  it('reports a wrong password', async () => {
    expect(await codeOf(decryptPost(enc, 'open'))).to.equal('WRONG_PASSWORD');
    // Too short to be certain: one byte in three is an ASCII character.
    const short = await encrypted('Hi', 'open sesame');
    expect(await codeOf(decryptPost(short, 'open'))).to.equal('WRONG_PASSWORD');
  });

  it('reports damaged data', async () => {
    const bytes = Buffer.from(enc.data, 'base64');
    const flipped = Buffer.from(bytes);
    flipped[5]! ^= 1;
    for (const data of [flipped, bytes.subarray(0, -3), bytes.subarray(0, 10), Buffer.alloc(0)]) {
      const damaged = { ...enc, data: data.toString('base64') };
      expect(await codeOf(decryptPost(damaged, 'open sesame')), `${data.length} bytes`).to.equal('DATA_DAMAGED');
    }
    for (const damaged of [{ salt: 'AAAA' }, { iv: '' }, { data: '%%%' }]) {
      expect(await codeOf(decryptPost({ ...enc, ...damaged }, 'open sesame'))).to.equal('DATA_DAMAGED');
    }
  });

  it('reports a platform without Web Crypto', async () => {
    const crypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
    // As on pages over HTTP.
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      expect(await codeOf(decryptPost(enc, 'open sesame'))).to.equal('CRYPTO_UNAVAILABLE');
    } finally {
      Object.defineProperty(globalThis, 'crypto', crypto);
    }
  });
});

/** Encrypts a text like the service. */
function encrypted(text: string, password: string): Promise<EncryptedText> {
  return withPostKeys(createHashQueue(), (keys) => encryptText(keys, text, password));
}
