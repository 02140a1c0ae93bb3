import { expect } from 'chai';

import { write } from './support/posts.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited('posts: methods and paths', (use) => {
  const raw = async (line: string) => (await sendRaw(use().url, request(`${line} HTTP/1.1`, 'Host: a')))[0]!;

  before(async () => {
    await write(use(), { id: 'here', content: 'text' });
    await write(use(), { id: '日本-é' });
  });

  for (const path of ['/api/posts', '/api/posts/here', '/api/posts/here/comments']) {
    it(`answers HEAD ${path} like GET, without the body`, async () => {
      const [get, head] = [await raw(`GET ${path}`), await raw(`HEAD ${path}`)];
      expect(head.status).to.equal(200);
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary']) {
        expect(head.headers[name], name).to.equal(get.headers[name]);
      }
      expect(head.text).to.equal('');
    });
  }

  const allowed: [path: string, allow: string, wrong: string[]][] = [
    ['/api/posts', 'GET, HEAD, POST, OPTIONS', ['PUT', 'DELETE', 'PATCH']],
    ['/api/posts/here', 'GET, HEAD, PUT, DELETE, OPTIONS', ['POST', 'PATCH']],
    ['/api/posts/not-there', 'GET, HEAD, PUT, DELETE, OPTIONS', ['POST']],
    ['/api/comments/bulk', 'PUT, DELETE, POST, OPTIONS', ['GET', 'PATCH']],
    ['/api/admin/login', 'POST, OPTIONS', ['GET', 'HEAD', 'PUT', 'DELETE']],
  ];
  for (const [path, allow, wrong] of allowed) {
    it(`answers OPTIONS ${path} with 204 and Allow, and ${wrong.join(', ')} with 405 and Allow`, async () => {
      const options = await use().call('OPTIONS', path);
      expect([options.status, sorted(options.headers)]).to.deep.equal([204, allow.split(', ').toSorted()]);
      for (const method of wrong) {
        const { status, headers, body } = await use().call(method, path);
        expect([status, sorted(headers)], method).to.deep.equal([405, allow.split(', ').toSorted()]);
        if (method !== 'HEAD') expect(body).to.include({ ok: false, code: 'METHOD_NOT_ALLOWED' });
      }
    });
  }

  it('accepts one trailing slash, but not two', async () => {
    for (const path of ['/api/posts/', '/api/posts/here/', '/api/posts/here/comments/']) {
      expect((await use().call('GET', path)).status, path).to.equal(200);
    }
    for (const path of ['/api/posts//', '/api/posts/here//', '//api/posts', '/api//posts']) {
      expect((await use().call('GET', path)).status, path).to.equal(404);
    }
  });

  it('requires the exact case of a path', async () => {
    for (const path of ['/API/posts', '/api/Posts', '/api/posts/here/Comments']) {
      const { status, body } = await use().call('GET', path);
      expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'NOT_FOUND' });
    }
  });

  for (const id of [
    '%68ere',
    'h%65re',
    'HERE',
    '%E6%97%A5%E6%9C%AC-%C3%A9',
    '%e6%97%a5%e6%9c%ac-%C3%89',
    '%E6%97%A5%E6%9C%AC-e%CC%81',
  ]) {
    it(`finds /api/posts/${id}`, async () => {
      expect(await raw(`GET /api/posts/${id}`)).to.include({ status: 200 });
    });
  }

  for (const id of [
    '%2568ere',
    'here%2F',
    '%2e%2e',
    'here%00',
    '%00',
    '%20here',
    'here%0A',
    '%ED%A0%80x',
    'a'.repeat(500),
  ]) {
    it(`answers 404 or 400, in JSON, for /api/posts/${id.slice(0, 20)}`, async () => {
      const { status, text } = await raw(`GET /api/posts/${id}`);
      expect([404, 400]).to.include(status);
      expect(JSON.parse(text)).to.include({ ok: false, code: status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST' });
    });
  }

  it('answers malformed percent-encoding with 400', async () => {
    for (const path of ['/api/posts/%zz', '/api/posts/%', '/api/posts?tag=%E0%A4%A']) {
      const { status, text } = await raw(`GET ${path}`);
      expect(status).to.equal(400);
      expect(JSON.parse(text)).to.include({ ok: false, code: 'BAD_REQUEST' });
    }
  });

  it('requires no Content-Type without a body, and accepts the charset UTF-8', async () => {
    const { token } = use();
    expect((await use().call('PUT', '/api/posts/here', { token })).status).to.equal(200);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await use().call('PUT', '/api/posts/here', { token, headers, body: {} })).status).to.equal(200);
    const text = { 'content-type': 'text/plain' };
    const refused = await use().call('PUT', '/api/posts/here', { token, headers: text, raw: '{}' });
    expect({ status: refused.status, code: refused.body.code }).to.deep.equal({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
  });

  it('accepts only objects as bodies', async () => {
    const { token } = use();
    for (const raw of ['[]', 'null', '"x"', '1', '{', '{"title":', 'x']) {
      const { status, body } = await use().call('PUT', '/api/posts/here', { token, raw });
      expect(status, raw).to.equal(400);
      expect(body.code).to.be.oneOf(['BAD_REQUEST', 'PARSE_ERROR']);
    }
  });

  it('sends no-store with a token, and must-revalidate otherwise', async () => {
    expect((await use().call('GET', '/api/posts')).headers.get('cache-control')).to.equal(
      'public, max-age=0, must-revalidate',
    );
    expect((await use().admin('GET', '/api/posts')).headers.get('cache-control')).to.equal('no-store');
    expect((await use().admin('PUT', '/api/posts/here', {})).headers.get('cache-control')).to.equal('no-store');
  });
});

function sorted(headers: Headers): string[] {
  return (headers.get('allow') ?? '').split(', ').toSorted();
}
