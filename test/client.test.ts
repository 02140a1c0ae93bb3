import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { BlogError, createBlogClient, decryptPost, plainText, type BlogClientOptions } from '../client/index.ts';
import { describeService, PASSWORD } from './support/service.ts';

const run = promisify(execFile);

/** The error of a call. */
async function failure(call: Promise<unknown>): Promise<BlogError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(BlogError);
  return error as BlogError;
}

/** A fetch that answers the first requests itself, and records the URL and time of each. */
function watchedFetch(...first: Response[]) {
  const urls: string[] = [];
  const times: number[] = [];
  const fetch: NonNullable<BlogClientOptions['fetch']> = async (input, init) => {
    urls.push(new Request(input).url);
    times.push(performance.now());
    return first.shift() ?? globalThis.fetch(input, init);
  };
  return { urls, times, fetch };
}

function refusal(status: number, reason: string, retryAfter?: number): Response {
  const data = { code: 'X', httpStatus: status, reason, retryAfter };
  const error = { json: { message: 'Not now.', code: -32000, data } };
  return Response.json([{ error }], { status });
}

describeService('client', (use) => {
  const visitor = (options: Partial<BlogClientOptions> = {}) => createBlogClient({ url: use().url, ...options });
  const owner = (options: Partial<BlogClientOptions> = {}) => visitor({ token: use().token, ...options });

  it('creates, reads, updates and deletes a post', async () => {
    const client = owner();
    expect(await client.posts.create({ title: 'From the client', content: 'Hello' })).to.deep.equal({
      ok: true,
      id: 'from-the-client',
    });
    const { post } = await client.posts.get({ id: 'from-the-client' });
    expect(post).to.include({ title: 'From the client', content: 'Hello', status: 'published' });
    const changed = await client.posts.update({ id: post.id, title: 'Changed', ifVersion: post.version });
    expect(changed.version).to.be.greaterThan(post.version);
    expect((await client.posts.list({ search: 'changed' })).posts.map(({ id }) => id)).to.deep.equal([post.id]);
    expect(await client.posts.delete({ id: post.id })).to.deep.equal({ ok: true, id: post.id });
    expect((await client.posts.list()).total).to.equal(0);
  });

  it('accepts a trailing slash in the URL', async () => {
    const client = createBlogClient({ url: `${use().url}/` });
    expect((await client.settings.site()).title).to.equal('My blog');
  });

  it('batches concurrent calls, at most ten, in URLs below 8,000 characters', async () => {
    const { urls, fetch } = watchedFetch();
    const client = visitor({ fetch });
    const lists = await Promise.all(Array.from({ length: 25 }, (_, n) => client.posts.list({ page: n + 1 })));
    expect(lists.map(({ page }) => page)).to.deep.equal(Array.from({ length: 25 }, (_, n) => n + 1));
    expect(urls).to.have.length(3);

    urls.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => client.posts.list({ search: '字'.repeat(200) })));
    expect(urls).to.have.length.greaterThan(1);
    expect(Math.max(...urls.map((url) => url.length))).to.be.below(8000);
  });

  it('sends large writes separately, so that a batch does not exceed the limit', async () => {
    const client = owner();
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) => client.posts.create({ title: `Large ${n}`, content: 'x'.repeat(900_000) })),
    );
    await Promise.all(made.map(({ id }) => client.posts.delete({ id })));
    expect(new Set(made.map(({ id }) => id))).to.have.length(6);
  });

  it('settles every call of a batch whose first call fails', async () => {
    const client = visitor();
    const [missing, list] = await Promise.allSettled([client.posts.get({ id: 'missing' }), client.posts.list()]);
    expect(missing.status).to.equal('rejected');
    expect(list.status).to.equal('fulfilled');
  });

  it('rejects with code, status and message of the service', async () => {
    const error = await failure(visitor().posts.get({ id: 'missing' }));
    expect(error).to.include({ name: 'BlogError', code: 'NOT_FOUND', status: 404 });
    expect(error.message).to.equal('There is no post with this id.');
    expect(error.issues).to.deep.equal([]);
  });

  it('rejects with the issues per field', async () => {
    const error = await failure(owner().posts.create({ title: '', date: '2026-02-31' }));
    expect(error).to.include({ code: 'BAD_REQUEST', status: 400 });
    expect(error.issues.map(({ path }) => path)).to.have.members(['title', 'date']);
  });

  it('rejects with the current version of the post', async () => {
    const client = owner();
    const { id } = await client.posts.create({ title: 'Versions' });
    const { version } = await client.posts.update({ id, title: 'Versions 2' });
    const error = await failure(client.posts.delete({ id, ifVersion: version - 1 }));
    expect(error).to.include({ code: 'PRECONDITION_FAILED', status: 412, currentVersion: version });
    await client.posts.delete({ id });
  });

  it('cannot write without a token, and accepts one later', async () => {
    const client = visitor();
    expect(await failure(client.posts.create({ title: 'No' }))).to.include({ code: 'UNAUTHORIZED', status: 401 });
    client.token = (await client.admin.login({ password: PASSWORD })).token;
    expect((await client.admin.session()).expiresAt).to.match(/^2026-/);
    client.token = () => Promise.resolve(null);
    expect((await failure(client.admin.session())).code).to.equal('UNAUTHORIZED');
  });

  it("sends the receipts of a visitor's comments", async () => {
    const admin = owner();
    const { id } = await admin.posts.create({ title: 'Talk' });
    await admin.settings.update({ commentModeration: 'all' });
    const client = visitor();
    const { comment, receipt } = await client.comments.submit({ id, author: 'Ann & Bo', content: 'a < b & "c"' });
    expect(comment).to.include({ status: 'pending', content: 'a &lt; b &amp; &quot;c&quot;' });
    expect(plainText(comment)).to.equal('a < b & "c"');
    expect((await client.comments.list({ id })).comments).to.have.length(0);
    client.receipts = [...Array.from({ length: 30 }, (_, n) => `old-${n}`), receipt];
    expect((await client.comments.list({ id })).comments).to.have.length(1);
    await admin.settings.update({ commentModeration: 'off' });
    await admin.posts.delete({ id });
  });

  it('decrypts a protected post', async () => {
    const client = owner();
    const content = '\ufeff# Geheim\n\n秘密 🦀\n';
    const { id } = await client.posts.create({ title: 'Secret', content, password: 'open sesame' });
    const { post } = await visitor().posts.get({ id });
    expect(post.content).to.equal('');
    expect(await decryptPost(post.enc!, 'open sesame')).to.equal(content);
    expect(await failure(decryptPost(post.enc!, 'open'))).to.include({ code: 'WRONG_PASSWORD' });
    await client.posts.delete({ id });
  });

  it('retries reads after 503 and 429, respecting Retry-After', async () => {
    const { times, fetch } = watchedFetch(refusal(503, 'SERVICE_UNAVAILABLE', 0.3), refusal(429, 'RATE_LIMITED'));
    const { total } = await visitor({ fetch }).posts.list();
    expect(total).to.equal(0);
    expect(times).to.have.length(3);
    const [first = 0, second = 0] = times.slice(1).map((time, at) => time - times[at]!);
    expect(first).to.be.within(300, 1500);
    expect(second, 'without Retry-After, two seconds at the second failure').to.be.within(2000, 3500);
  });

  it('rejects after the last attempt, and at once when the wait is too long', async () => {
    const busy = () => refusal(503, 'SERVICE_UNAVAILABLE', 0.1);
    const twice = watchedFetch(busy(), busy());
    const two = visitor({ ...twice, retry: { attempts: 2 } });
    expect(await failure(two.posts.list())).to.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 0.1 });
    expect(twice.urls).to.have.length(2);

    const once = watchedFetch(refusal(429, 'RATE_LIMITED', 60));
    const long = visitor({ ...once, retry: { maxWait: 59 } });
    expect(await failure(long.posts.list())).to.include({ code: 'RATE_LIMITED', retryAfter: 60 });
    expect(once.urls).to.have.length(1);
    const never = watchedFetch(busy());
    expect((await failure(visitor({ ...never, retry: false }).posts.list())).status).to.equal(503);
    expect(never.urls).to.have.length(1);
  });

  it('never retries a write', async () => {
    const { urls, fetch } = watchedFetch(refusal(503, 'SERVICE_UNAVAILABLE', 1));
    const error = await failure(owner({ fetch }).posts.create({ title: 'Once' }));
    expect(error.code).to.equal('SERVICE_UNAVAILABLE');
    expect(urls).to.have.length(1);
  });

  it('aborts a call by its signal, also while it waits for a retry', async () => {
    const reason = new Error('changed my mind');
    const aborted = AbortSignal.abort(reason);
    const gone = await visitor()
      .posts.list({}, { signal: aborted })
      .catch((error: unknown) => error);
    expect(gone).to.equal(reason);

    const giveUp = new AbortController();
    const client = visitor({ ...watchedFetch(refusal(503, 'SERVICE_UNAVAILABLE', 20)) });
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const waiting = client.posts.list({}, { signal: giveUp.signal }).catch((error: unknown) => error);
    await wait(50);
    giveUp.abort(reason);
    expect(await waiting).to.equal(reason);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).to.be.at.most(timers);
  });

  it('aborts one call of a batch without affecting the others', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { urls, fetch } = watchedFetch();
    const client = visitor({ fetch: (input, init) => promise.then(() => fetch(input, init)) });
    const giveUp = new AbortController();
    const one = client.posts.list({}, { signal: giveUp.signal }).catch((error: unknown) => error);
    const other = client.posts.list();
    giveUp.abort(new Error('changed my mind'));
    expect(await one).to.equal(giveUp.signal.reason);
    resolve();
    expect((await other).ok).to.equal(true);
    expect(urls).to.have.length(1);
  });

  it('reports a response of another service', async () => {
    const page = new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
    const html = await failure(visitor({ ...watchedFetch(page), retry: false }).posts.list());
    expect(html).to.include({ code: 'UNEXPECTED_ANSWER', status: 502 });
    const other = await failure(visitor(watchedFetch(Response.json({ hello: 1 }))).posts.list());
    expect(other).to.include({ code: 'UNEXPECTED_ANSWER', status: 200 });
    const early = Response.json({ ok: false, error: 'No such host.', code: 'BAD_REQUEST' }, { status: 400 });
    const refused = await failure(visitor(watchedFetch(early)).posts.list());
    expect(refused).to.include({ code: 'BAD_REQUEST', status: 400, message: 'No such host.' });
  });

  it('rejects an input that is too long for a URL', async () => {
    const error = await failure(visitor().posts.get({ id: 'x'.repeat(9000) }));
    expect(error).to.include({ code: 'URI_TOO_LONG', status: 414 });
  });
});

describe('client without a service', () => {
  it('reports that the service cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const client = createBlogClient({ url: `http://127.0.0.1:${port}`, retry: false });
    const error = await failure(client.posts.list());
    expect(error).to.include({ code: 'NETWORK_ERROR', status: 0 });
    expect(error.message).to.equal(
      `The service at http://127.0.0.1:${port} cannot be reached; check the URL, and whether it is running.`,
    );
  });

  // docs/interface.md, P24
  it('decrypts the test vector', async () => {
    // Computed with Python's hashlib and cryptography: salt 00…0f, iv 00…0b.
    const vector = {
      salt: 'AAECAwQFBgcICQoLDA0ODw==',
      iv: 'AAECAwQFBgcICQoL',
      data: 'A0ItUlaJnRJeklf/w4wpwqiAayhxCkmh/Nlc21ur03jrUfHVBQ==',
    };
    expect(await decryptPost(vector, 'correct horse')).to.equal('Hello, Octavo! 你好');
  });

  it('loads no other module', async () => {
    const root = new URL('..', import.meta.url);
    const script = fileURLToPath(new URL('support/runtime-imports.ts', import.meta.url));
    const { stdout } = await run(process.execPath, [script, fileURLToPath(new URL('client/index.ts', root))]);
    const files = stdout.trim().split('\n');
    const foreign = files.filter(
      (url) =>
        !url.startsWith(`${root}client/`) && !url.startsWith(`${root}shared/`) && !url.endsWith('runtime-imports.ts'),
    );
    expect(files.length).to.be.greaterThan(5);
    expect(foreign).to.deep.equal([]);
  });
});
