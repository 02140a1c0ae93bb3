import { expect } from 'chai';

import { read, write } from './support/posts.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited, refusal } from './support/visitors.ts';

// docs/interface.md, H8
describeVisited.onBothEngines('posts: ETag and If-None-Match', (use) => {
  /** A client that adds no headers: fetch sends Cache-Control: no-cache with If-None-Match. */
  async function get(id: string, ...headers: string[]) {
    const [answer] = await sendRaw(use().url, request(`GET /api/posts/${id} HTTP/1.1`, 'Host: a', ...headers));
    return answer!;
  }

  it('contains the version and a hash of the bytes, and is the same for the same bytes', async () => {
    const id = await write(use(), {});
    const { version } = await read(use(), id);
    const { headers } = await get(id);
    expect(headers['etag']).to.match(new RegExp(`^"${version}\\.[\\w-]+"$`));
    expect((await get(id)).headers['etag']).to.equal(headers['etag']);
    await use().admin('PUT', `/api/posts/${id}`, { title: 'Other' });
    expect((await get(id)).headers['etag']).to.not.equal(headers['etag']);
  });

  it('answers 304 without a body for the same tag, also weak, in a list, or for *', async () => {
    const id = await write(use(), {});
    const tag = (await get(id)).headers['etag'];
    for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await get(id, `If-None-Match: ${value}`);
      expect(answer, value).to.include({ status: 304, text: '' });
      expect(answer.headers['etag']).to.equal(tag);
      expect(answer.headers['cache-control']).to.equal('public, max-age=0, must-revalidate');
    }
    expect((await get(id, 'If-None-Match: "x"')).status).to.equal(200);
  });

  it('has the version for drafts too, which only the administrator reads', async () => {
    const id = await write(use(), { status: 'draft' });
    const read = (headers = {}) => use().admin('GET', `/api/posts/${id}`, undefined, headers);
    const { headers, body } = await read();
    const tag = headers.get('etag') ?? '';
    expect(tag).to.match(new RegExp(`^"${body.post.version}\\.[\\w-]+"$`));
    expect((await read({ 'if-none-match': tag })).status).to.equal(304);
    expect((await use().admin('PUT', `/api/posts/${id}`, { title: 'Other' }, { 'if-match': tag })).status).to.equal(
      200,
    );
  });

  it('answers 304 for fetch too, which adds Cache-Control: no-cache to the tag', async () => {
    const { call } = use();
    const path = `/api/posts/${await write(use(), {})}`;
    const tag = (await call('GET', path)).headers.get('etag') ?? '';
    expect((await call('GET', path, { headers: { 'if-none-match': tag } })).status).to.equal(304);
    expect((await call('HEAD', path, { headers: { 'if-none-match': tag } })).status).to.equal(304);
  });

  it('answers 304 for lists too, until a post changes', async () => {
    const list = async (tag: string) =>
      (await sendRaw(use().url, request('GET /api/posts HTTP/1.1', 'Host: a', `If-None-Match: ${tag}`)))[0]!;
    const tag = (await list('"none"')).headers['etag'] ?? '';
    expect((await list(tag)).status).to.equal(304);
    await write(use(), {});
    expect((await list(tag)).status).to.equal(200);
  });
});

// docs/interface.md, P9
describeVisited.onBothEngines('posts: If-Match and ifVersion', (use) => {
  const fresh = async () => {
    const id = await write(use(), {});
    return { id, path: `/api/posts/${id}`, version: (await read(use(), id)).version };
  };

  const matching: [what: string, header: (version: number) => string][] = [
    ['the whole tag', (version) => `"${version}.abc"`],
    ['the version alone', (version) => `"${version}"`],
    ['a weak tag', (version) => `W/"${version}.abc"`],
    ['a list with it', (version) => `"1.x", "zzz" , W/"${version}.y"`],
    ['*', () => '*'],
  ];
  for (const [what, header] of matching) {
    it(`accepts an update and a deletion with ${what} in If-Match`, async () => {
      const { path, version } = await fresh();
      const changed = await use().admin('PUT', path, { title: 'New' }, { 'if-match': header(version) });
      expect(changed.status).to.equal(200);
      const deleted = await use().admin('DELETE', path, undefined, { 'if-match': header(changed.body.version) });
      expect(deleted.status).to.equal(200);
    });
  }

  for (const header of ['"0.a"', '"stale"', 'W/"0"', '"0", "00"', 'nonsense', '12', ',']) {
    it(`rejects both with If-Match: ${header}, returns the current version, and changes nothing`, async () => {
      const { id, path, version } = await fresh();
      const before = await read(use(), id);
      for (const [method, body] of [
        ['PUT', { title: 'New' }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await use().admin(method, path, body, { 'if-match': header });
        expect(answer.status).to.equal(412);
        expect(answer.body).to.include({ ok: false, code: 'PRECONDITION_FAILED', currentVersion: version });
      }
      expect(await read(use(), id)).to.deep.equal(before);
    });
  }

  it('rejects a stale ifVersion over REST and tRPC, and accepts the current one', async () => {
    const { id, path, version } = await fresh();
    const { posts } = use().trpc();
    const stale = version - 1;
    const expected = { status: 412, code: 'PRECONDITION_FAILED', currentVersion: version };
    expect(await refusal(posts.update.mutate({ id, title: 'x', ifVersion: stale }))).to.include(expected);
    expect(await refusal(posts.delete.mutate({ id, ifVersion: stale }))).to.include(expected);
    for (const answer of [
      await use().admin('PUT', path, { title: 'x', ifVersion: stale }),
      await use().admin('DELETE', `${path}?ifVersion=${stale}`),
      await use().admin('DELETE', path, { ifVersion: stale }),
    ]) {
      expect({ status: answer.status, ...answer.body }).to.include(expected);
    }
    const { body } = await use().admin('PUT', path, { title: 'x', ifVersion: version });
    const again = await posts.update.mutate({ id, title: 'y', ifVersion: body.version });
    expect((await use().admin('DELETE', `${path}?ifVersion=${again.version}`)).status).to.equal(200);
  });

  it('requires both to match when both are sent', async () => {
    const { path, version } = await fresh();
    const { status } = await use().admin('PUT', path, { ifVersion: version, title: 'x' }, { 'if-match': '"0"' });
    expect(status).to.equal(412);
  });

  // docs/interface.md, T9
  it('ignores If-Match over tRPC, where a batch has several posts', async () => {
    const { id } = await fresh();
    expect((await use().trpc(undefined, { 'if-match': '"0"' }).posts.update.mutate({ id, title: 'x' })).ok).to.equal(
      true,
    );
  });

  it('is checked after token, form, input and existence', async () => {
    const { path } = await fresh();
    const stale = { 'if-match': '"0"' };
    const put = (where: string, raw: string, token?: string) =>
      use().call('PUT', where, { raw, headers: stale, ...(token && { token }) });
    const { token } = use();
    expect((await put(path, '{')).status).to.equal(401);
    expect((await put(path, '{', token)).body.code).to.equal('PARSE_ERROR');
    expect((await put('/api/posts/nobody', '{"title":""}', token)).body.code).to.equal('BAD_REQUEST');
    expect((await put('/api/posts/nobody', '{}', token)).status).to.equal(404);
    expect((await put(path, '{}', token)).status).to.equal(412);
    expect((await put(path, '{"protected":true}', token)).status).to.equal(412);
  });
});
