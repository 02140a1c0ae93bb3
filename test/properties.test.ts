import { expect } from 'chai';
import fc from 'fast-check';

import { KNOWN_POST, randomRequest } from './support/random-requests.ts';
import { plainText } from '../client/index.ts';
import { uncleanPost } from './support/any-post.ts';
import { edit, submit, type Written } from './support/comments.ts';
import { overRest, overTrpc } from './support/faces.ts';
import { read, write } from './support/posts.ts';
import { expectNothingInside } from './support/http.ts';
import { runs } from './support/runs.ts';
import { newToken } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
const visibleText = (maxLength: number) => text(maxLength).filter((one) => /[a-z]/i.test(one));
const settings = fc.record(
  {
    title: visibleText(60),
    description: text(200),
    language: fc.constantFrom('en', 'de-AT', 'zh-Hans-CN', 'EN-us'),
    author: fc.oneof(fc.constant(''), visibleText(60)),
    siteUrl: fc.constantFrom('', 'https://Blog.example/', 'http://blog.example:80', 'https://bücher.example'),
    commentsEnabled: fc.boolean(),
    previewDays: fc.integer({ min: 1, max: 30 }),
    feedItems: fc.integer({ min: 1, max: 100 }),
    ownerEmail: fc.constantFrom('', ' Ada@Blog.Example ', 'ada@bücher.example'),
    notifyOwner: fc.constantFrom('immediately', 'hourly', 'daily', 'never'),
    subscribeBox: fc.boolean(),
    postalAddress: fc.constantFrom('', ' 1 Quay Street\nPorttown '),
    imprintUrl: fc.constantFrom('', '/imprint', 'https://Blog.example/imprint'),
    countClicks: fc.boolean(),
    webmentions: fc.boolean(),
    securityContact: fc.constantFrom('', ' mailto:A@Blog.example ', 'https://Blog.example/Contact?x=1'),
  },
  { requiredKeys: [] },
);

/** What a text may contain that a service, a database or an encoding could change. */
const ODD = ' a\0\r\n\u2028\u202eb\u200b e\u0301 \ufeff\ufffe\u{10ffff} ﬃ <b>&amp;</b> \\ 👩‍🚀\t';
const oddPost = { title: ODD, excerpt: ODD, content: ODD, category: ODD, tags: [ODD, `x${ODD}`], pinned: true };

describeVisited.onBothEngines('properties', (use) => {
  // docs/interface.md, W14, P9
  it('a post: PUT accepts the response of GET, and nothing changes, over REST and tRPC', async () => {
    await fc.assert(
      fc.asyncProperty(uncleanPost, async (fields) => {
        const id = await write(use(), fields);
        for (const face of [overRest, overTrpc]) await expectUnchanged(id, face);
      }),
      { ...runs(12), examples: [[oddPost]] },
    );
  });

  it('a protected post: the same, and its ciphertext stays', async () => {
    await fc.assert(
      fc.asyncProperty(uncleanPost, fc.string({ minLength: 4, maxLength: 20 }), async (fields, password) => {
        const id = await write(use(), { ...fields, protected: true, password });
        for (const face of [overRest, overTrpc]) await expectUnchanged(id, face);
      }),
      { ...runs(2), examples: [[oddPost, 'open sesame']] },
    );
  });

  it('settings: PUT accepts the response of GET, and nothing changes, over REST and tRPC', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async (fields) => {
        const options = { token: use().token };
        const set = await overRest(use(), 'settings.update', fields, options);
        expect(set.status, JSON.stringify(set.value)).to.equal(200);
        for (const face of [overRest, overTrpc]) {
          const before = await face(use(), 'settings.get', undefined, options);
          const put = await face(use(), 'settings.update', before.value as Record<string, unknown>, options);
          expect([put.status, put.value]).to.deep.equal([200, before.value]);
          expect((await face(use(), 'settings.get', undefined, options)).value).to.deep.equal(before.value);
        }
      }),
      runs(6),
    );
    await use().admin('PUT', '/api/admin/settings', { siteUrl: '', commentsEnabled: true });
  });

  it('a comment: cleaning is idempotent, and its author can send it back', async () => {
    await use().admin('PUT', '/api/admin/settings', { siteUrl: '', commentsEnabled: true });
    await fc.assert(
      fc.asyncProperty(text(60), text(300), fc.uuid(), async (author, content, unique) => {
        const sent = { author: `a${author}`, content: `${content}${unique}` };
        const first = await submit(use(), 'gb-note', sent);
        expect(first.status, JSON.stringify(first.body)).to.equal(201);
        const written = first.body as Written;
        const cleaned = { author: plainText(written.comment.author), content: plainText(written.comment.content) };
        const again = await submit(use(), 'gb-idea', cleaned);
        expect(again.status, JSON.stringify(again.body)).to.equal(201);
        expect(again.body.comment).to.include({ author: written.comment.author, content: written.comment.content });
        const { status, body } = await edit(use(), written, cleaned);
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body.comment).to.deep.equal(written.comment);
      }),
      { ...runs(12), examples: [[ODD, ODD, 'odd']] },
    );
  });

  it('no random request is answered with 5xx or contrary to the OpenAPI document', async () => {
    const token = await newToken(use());
    await write(use(), { id: KNOWN_POST, content: 'Some text' });
    await fc.assert(
      fc.asyncProperty(randomRequest, async ({ method, path, headers, body, signedIn }) => {
        const options = { ...(signedIn && { token }), ...(body !== undefined && { raw: body }) };
        const { authorization: _, ...signed } = headers;
        const answer = await use().call(method, path, { ...options, headers: signedIn ? signed : headers });
        expect(answer.status, JSON.stringify(answer.body)).to.be.below(500);
        if (answer.status >= 400) expectNothingInside(JSON.stringify(answer.body));
      }),
      runs(150),
    );
  });

  async function expectUnchanged(id: string, face: typeof overRest): Promise<void> {
    const options = { token: use().token };
    const before = await read(use(), id);
    const { status, value } = await face(use(), 'posts.update', { ...before, id }, options);
    expect(status, JSON.stringify(value)).to.equal(200);
    expect(value).to.include({ version: before.version });
    expect(await read(use(), id)).to.deep.equal(before);
  }
});
