import { expect } from 'chai';

import { comment, edit, expectRefusal, set, submit, withdraw } from './support/comments.ts';
import type { TestService } from './support/service.ts';
import { describeVisited, refusal } from './support/visitors.ts';

const OWN_WORDS = /set the site address in Settings/;
let texts = 0;

/** The status of a comment with these headers, which must be the same over REST and tRPC. */
async function statusWith(service: TestService, headers: Record<string, string>): Promise<number> {
  texts += 1;
  const rest = await submit(service, 'gb-note', { author: 'Ann', content: `By REST ${texts}` }, headers);
  if (rest.status !== 201) expectRefusal(rest, 403, 'ORIGIN_NOT_ALLOWED');
  const call = service.trpc(null, headers).comments.submit.mutate({
    id: 'gb-note',
    author: 'Ann',
    content: `By tRPC ${texts}`,
  });
  if (rest.status === 201) await call;
  else expect(await refusal(call)).to.include({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
  return rest.status;
}

// docs/interface.md, H14
describeVisited('comments: Origin without a site address', (use) => {
  it('accepts requests without Origin, unless the browser marks them as cross-site', async () => {
    expect(await statusWith(use(), {})).to.equal(201);
    for (const site of ['same-origin', 'same-site', 'none']) {
      expect(await statusWith(use(), { 'sec-fetch-site': site }), site).to.equal(201);
    }
    expect(await statusWith(use(), { 'sec-fetch-site': 'cross-site' })).to.equal(403);
  });

  it('accepts the origin of the request itself: scheme, host and port', async () => {
    expect(await statusWith(use(), { origin: use().url })).to.equal(201);
    const { hostname, port } = new URL(use().url);
    const others = [`https://${hostname}:${port}`, `http://${hostname}`, `http://localhost:${port}`, `${use().url}0`];
    for (const origin of [...others, `${use().url}.evil.example`, `${use().url}/`, `${use().url}@evil.example`]) {
      expect(await statusWith(use(), { origin }), origin).to.equal(403);
    }
  });

  it('rejects null and other origins, and explains the setting', async () => {
    for (const origin of ['null', 'https://blog.example', 'file://', 'chrome-extension://abc', 'x', '*']) {
      expect(await statusWith(use(), { origin }), origin).to.equal(403);
    }
    const { body } = await submit(use(), 'gb-note', { author: 'a', content: 'b' }, { origin: 'https://blog.example' });
    expect(body.error).to.match(OWN_WORDS);
  });

  it('applies to edits, deletions and likes before the body is read', async () => {
    const mine = await comment(use(), 'gb-note');
    const headers = { origin: 'https://evil.example', 'x-comment-receipt': mine.receipt };
    const place = `/api/posts/gb-note/comments/${mine.comment.id}`;
    const calls = [
      use().call('PUT', place, { body: { content: 'x' }, headers }),
      use().call('DELETE', place, { headers }),
      use().call('POST', `/api/comments/${mine.comment.id}/like`, { headers }),
      use().call('POST', '/api/posts/gb-note/comments', { raw: '{"broken', headers }),
      use().call('POST', '/api/posts/no-such-post/comments', { body: {}, headers }),
    ];
    for (const answer of await Promise.all(calls)) expectRefusal(answer, 403, 'ORIGIN_NOT_ALLOWED');
    expect((await edit(use(), mine, { content: 'mine' })).status).to.equal(200);
    expect((await withdraw(use(), mine)).status).to.equal(200);
  });

  it("uses the site address as soon as it is set, instead of the request's own origin", async () => {
    await set(use(), { siteUrl: 'https://blog.example/' });
    const statuses = [];
    for (const origin of ['https://blog.example', use().url, 'http://blog.example', 'https://blog.example:8443']) {
      statuses.push(await statusWith(use(), { origin }));
    }
    const refused = await submit(use(), 'gb-note', { author: 'a', content: 'b' }, { origin: use().url });
    await set(use(), { siteUrl: '' });
    expect(statuses).to.deep.equal([201, 403, 403, 403]);
    expect(refused.body.error).to.not.match(OWN_WORDS);
  });
});

describeVisited(
  'comments: Origin with SITE_URL and CORS_ORIGINS',
  (use) => {
    it('accepts both, also when the browser marks the request as cross-site', async () => {
      const origins = [
        'https://blog.example',
        'https://app.example',
        'http://localhost:5173',
        'https://a.b.org.example',
      ];
      for (const origin of origins) {
        expect(await statusWith(use(), { origin, 'sec-fetch-site': 'cross-site' }), origin).to.equal(201);
      }
    });

    it('rejects all others: null, its own, and parts of allowed ones', async () => {
      const { url } = use();
      const others = ['null', url, 'http://blog.example', 'https://blog.example.evil.example', 'http://localhost'];
      for (const origin of [
        ...others,
        'https://app.example, https://evil.example',
        'https://app.example:444',
        'https://org.example',
      ]) {
        expect(await statusWith(use(), { origin }), origin).to.equal(403);
      }
    });

    it('prefers SITE_URL to the site address in the settings', async () => {
      await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://other.example' });
      expect(await statusWith(use(), { origin: 'https://other.example' })).to.equal(403);
      expect(await statusWith(use(), { origin: 'https://blog.example' })).to.equal(201);
    });
  },
  {
    SITE_URL: 'https://blog.example',
    CORS_ORIGINS: 'https://app.example, http://localhost:5173, https://*.org.example',
  },
);
