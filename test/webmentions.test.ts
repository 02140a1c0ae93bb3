import { expect } from 'chai';

import type { TitledComment } from '../client/api/types.ts';
import { fetchPage } from '../server/background/webmentions/fetch.ts';
import { expectRefusal, set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { type Answer, itOnSqlite, type TestService } from './support/service.ts';
import { startSourceSite, type SourceSite } from './support/source-site.ts';
import { until } from './support/until.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

const SITE = 'https://blog.example';
const TARGET = `${SITE}/posts/ferries`;
const ALLOWED = { WEBHOOK_PRIVATE: 'allow' };

async function send({ url }: TestService, form: Record<string, string>, headers = freshAddress()): Promise<Answer> {
  const answer = await fetch(`${url}/api/webmention`, { method: 'POST', body: new URLSearchParams(form), headers });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

async function mentions({ admin }: TestService): Promise<TitledComment[]> {
  const { body } = await admin('GET', '/api/comments?pageSize=100');
  return (body as { comments: TitledComment[] }).comments.filter(({ source }) => source !== undefined);
}

const entry = (link: string, { author = 'Grace', text = 'They run at six.' } = {}) =>
  `<!doctype html><title>Notes of Grace</title><article class="h-entry"><a class="p-author h-card" href="/">${author}</a>
  <div class="e-content"><p>${text} ${link}</p></div></article>`;
const toTarget = `<a href="${TARGET}">the ferries</a>`;

describeVisited.onBothEngines(
  'webmentions',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    let site: SourceSite;
    let next = 0;

    before(async () => {
      site = await startSourceSite();
      await write(use(), { id: 'ferries', title: 'Ferries', content: 'They run.' });
    });
    beforeEach(() => {
      // The hosts of an hour are counted.
      use().clock.advance(3_600_000);
      return set(use(), { webmentions: true, siteUrl: SITE, commentsEnabled: true, spamFilter: false });
    });
    afterEach(() => use().database.kysely.deleteFrom('comments').execute());
    after(() => site.close());

    /** Sends the mention of a new page, and waits until it was read. */
    async function mention(page: string | undefined, { target = TARGET, path = `/${++next}` } = {}): Promise<string> {
      if (page !== undefined) site.pages.set(path, page);
      const source = site.url + path;
      const { status, headers } = await send(use(), { source, target });
      expect([status, headers.get('cache-control')]).to.deep.equal([202, 'no-store']);
      await idle();
      return source;
    }

    async function idle(): Promise<void> {
      const { kysely } = use().database;
      const left = () => kysely.selectFrom('jobs').select('id').where('kind', '=', 'webmention').execute();
      await until(async () => (await left()).length === 0);
    }

    // docs/interface.md, C37
    it('become pending comments with the name of the author, the text and the link to the page', async () => {
      await set(use(), { commentModeration: 'off' });
      const source = await mention(entry(toTarget));
      const [held] = await mentions(use());
      expect(held).to.include({ author: 'Grace', source, status: 'pending', heldBecause: 'moderation' });
      expect(held).to.include({ post_id: 'ferries', content: 'They run at six. the ferries' });
      expect((await use().call('GET', '/api/posts/ferries/comments')).body.comments).to.deep.equal([]);

      await use().admin('PUT', `/api/comments/${held!.id}`, { status: 'approved' });
      const listed = (await use().call('GET', '/api/posts/ferries/comments')).body.comments as TitledComment[];
      expect(listed[0]).to.include({ author: 'Grace', source });
      const { body: html } = await use().call('GET', '/posts/ferries');
      expect(html).to.include(`<a href="${source}" rel="ugc nofollow noopener">Grace</a>`);
    });

    itOnce('have the name of the page as their text, and its host as their author, without microformats', async () => {
      const { host } = new URL(site.url);
      await mention(`<title>On &lt;ferries&gt;</title><body>${toTarget}`);
      expect((await mentions(use()))[0]).to.include({ author: host, content: 'On &lt;ferries&gt;' });
    });

    itOnce('are truncated and cleaned', async () => {
      await mention(
        entry(toTarget, { author: `<b>${'A'.repeat(200)}</b>`, text: `A\u0000\u202e ${'word '.repeat(400)}` }),
      );
      const [held] = await mentions(use());
      const { author, content } = held!;
      expect(author).to.have.length(80).and.match(/^A+…$/);
      expect(content)
        .to.have.length.within(400, 500)
        .and.match(/^[^\u0000]+…$/);
    });

    // docs/interface.md, C37
    for (const [name, link, isThere] of [
      ['a link', toTarget, true],
      ['a relative link under base', '<base href="https://blog.example/"><a href="posts/ferries">x</a>', true],
      ['a link to a heading of it', `<a href="${TARGET}#six">x</a>`, true],
      ['a link in pre', `<pre>${toTarget}</pre>`, true],
      ['the URL as text', TARGET, false],
      ['a link as code', `<pre>&lt;a href="${TARGET}"&gt;</pre>`, false],
      ['a link in a comment', `<!-- ${toTarget} -->`, false],
      ['a link in a script', `<script>'${toTarget}'</script>`, false],
      ['a link in a template', `<template>${toTarget}</template>`, false],
      ['a link to another post', `<a href="${TARGET}-2">x</a>`, false],
    ] as const) {
      itOnce(`${isThere ? 'accept' : 'do not accept'} ${name}`, async () => {
        await mention(`<!doctype html><title>${name}</title>${link}`);
        expect(await mentions(use())).to.have.length(isThere ? 1 : 0);
      });
    }

    itOnce('follow redirects of the page, five at most', async () => {
      const to = (path: string) => (response: import('node:http').ServerResponse) =>
        void response.writeHead(302, { location: path }).end();
      site.pages.set('/moved', to('/there'));
      site.pages.set('/there', entry(toTarget));
      site.pages.set('/loop', to('/loop'));
      await mention(undefined, { path: '/moved' });
      await mention(undefined, { path: '/loop' });
      expect((await mentions(use())).map(({ source }) => source)).to.deep.equal([`${site.url}/moved`]);
      expect(site.read.filter((path) => path === '/loop')).to.have.length(6);
    });

    it('find a post by its former URLs', async () => {
      await write(use(), { id: 'early', title: 'Early', content: 'Yes.' });
      await use().admin('POST', '/api/posts/early/rename', { newId: 'late' });
      const target = `${SITE}/posts/early`;
      const source = await mention(`<title>Old</title><a href="${target}">x</a>`, { target });
      expect((await mentions(use()))[0]).to.include({ post_id: 'late', source });
    });

    // docs/interface.md, C38
    it('change when they are sent again, and are pending again', async () => {
      const source = await mention(entry(toTarget));
      const path = new URL(source).pathname;
      const [{ id } = { id: '' }] = await mentions(use());
      await use().admin('PUT', `/api/comments/${id}`, { status: 'approved' });
      await mention(undefined, { path });
      await mention(undefined, { path: `${path}#part` });
      expect((await mentions(use())).map((one) => [one.id, one.status])).to.deep.equal([[id, 'approved']]);
      await mention(entry(toTarget, { text: 'They run at seven.' }), { path });
      const all = await mentions(use());
      expect(all).to.have.length(1);
      expect(all[0]).to.include({ id, status: 'pending', content: 'They run at seven. the ferries' });
    });

    it('are deleted when the page is gone or no longer links here; a published one becomes pending instead', async () => {
      const source = await mention(entry(toTarget));
      await mention(entry('no link'), { path: new URL(source).pathname });
      expect(await mentions(use())).to.deep.equal([]);
      const other = await mention(entry(toTarget));
      const [{ id } = { id: '' }] = await mentions(use());
      await use().admin('PUT', `/api/comments/${id}`, { status: 'approved' });
      site.pages.set(new URL(other).pathname, (response) => void response.writeHead(410).end());
      await mention(undefined, { path: new URL(other).pathname });
      expect((await mentions(use()))[0]).to.include({ id, status: 'pending' });
    });

    // docs/interface.md, C38
    it('stay when another URL of their post is sent, and are dropped under any of them when the links are gone', async () => {
      await write(use(), { id: 'before', title: 'Before', content: 'Yes.' });
      await use().admin('POST', '/api/posts/before/rename', { newId: 'after' });
      await write(use(), { id: 'other', title: 'Other', content: 'No.' });
      const post = `${SITE}/posts/after`;
      const source = await mention(entry(`<a href="${post}">x</a>`), { target: post });
      const path = new URL(source).pathname;
      const [{ id } = { id: '' }] = await mentions(use());
      await use().admin('PUT', `/api/comments/${id}`, { status: 'approved' });
      const others = [`${post}?1`, `${post}/`, post.replace('https', 'http'), `${SITE}/posts/before`];
      for (const target of others) {
        await mention(undefined, { path, target });
        expect(await mentions(use()), target).to.have.length(1);
        expect((await mentions(use()))[0], target).to.include({ id, status: 'approved' });
      }
      // Pages have more links to the site than are followed.
      const many = Array.from({ length: 500 }, (_, at) => `<a href="${SITE}/archive/${at}">x</a>`).join('');
      site.pages.set(path, many + entry(`<a href="${post}">x</a>`));
      for (const target of [post, ...others]) await mention(undefined, { path, target });
      expect((await mentions(use()))[0]).to.include({ id, status: 'approved' });
      await mention(entry(`<a href="${SITE}/posts/other">x</a>`), { path, target: others[0]! });
      expect((await mentions(use()))[0]).to.include({ id, status: 'pending' });
    });

    itOnce('are checked for spam, the host of the page included', async () => {
      await set(use(), { spamFilter: true, spamBlocklist: ['127.0.0.1'] });
      const source = await mention(entry(toTarget));
      const [held] = await mentions(use());
      expect(held).to.deep.include({ source, heldBecause: 'spam' });
      expect(held!.spam!.reasons.map(({ rule }) => rule)).to.deep.equal(['blocklist']);
      // The decision stays.
      await mention(entry('no link'), { path: new URL(source).pathname });
      expect(await mentions(use())).to.have.length(1);
    });

    // docs/interface.md, C38
    it('are updated and withdrawn after the owner has approved one that was spam', async () => {
      await set(use(), { spamFilter: true, spamBlocklist: ['127.0.0.1'] });
      const path = new URL(await mention(entry(toTarget))).pathname;
      const [{ id } = { id: '' }] = await mentions(use());
      const { kysely } = use().database;
      for (const [page, state] of [
        [entry('no link'), { status: 'pending', heldBecause: 'moderation' }],
        [entry(toTarget, { text: 'They run at nine.' }), { status: 'pending', heldBecause: 'spam' }],
      ] as const) {
        await use().admin('PUT', `/api/comments/${id}`, { status: 'approved' });
        // Like those that an earlier version approved.
        await kysely.updateTable('comments').set({ verdict: 'spam' }).where('id', '=', id).execute();
        await mention(page, { path });
        expect((await mentions(use()))[0]).to.include({ id, ...state });
      }
    });

    // docs/interface.md, C29, K4
    it('are announced as deleted when they become spam', async () => {
      await set(use(), { spamFilter: true, spamBlocklist: [] });
      const path = new URL(await mention(entry(toTarget))).pathname;
      const [{ id } = { id: '' }] = await mentions(use());
      await mention(entry(toTarget, { text: 'viagra, cialis' }), { path });
      expect((await mentions(use()))[0]).to.include({ id, heldBecause: 'spam' });
      const { kysely } = use().database;
      const rows = await kysely.selectFrom('events').select('type').where('subject', '=', id).orderBy('id').execute();
      expect(rows.map(({ type }) => type)).to.deep.equal(['comment.created', 'comment.deleted']);
    });

    it('are retried later when their page cannot be read', async () => {
      const path = `/${++next}`;
      site.pages.set(path, (response) => void response.writeHead(503).end());
      await send(use(), { source: site.url + path, target: TARGET });
      const { kysely } = use().database;
      const waiting = () => kysely.selectFrom('jobs').select('data').where('kind', '=', 'webmention').execute();
      await until(async () => (await waiting()).some(({ data }) => data.includes('"attempt":2')));
      site.pages.set(path, entry(toTarget));
      use().clock.advance(61_000);
      await idle();
      expect(await mentions(use())).to.have.length(1);
    });

    // docs/interface.md, C36
    itOnce('are refused for anything but a public post of this site and a page of another one', async () => {
      await write(use(), { id: 'draft', title: 'Draft', status: 'draft' });
      const source = `${site.url}/x`;
      for (const form of [
        {},
        { source },
        { target: TARGET },
        { source: 'x', target: TARGET },
        { source: 'ftp://a.example/', target: TARGET },
        { source: 'http://ada:secret@a.example/', target: TARGET },
        { source: `http://a.example/${'a'.repeat(800)}`, target: TARGET },
        { source: TARGET, target: TARGET },
        { source: `${SITE}/posts/draft`, target: TARGET },
        { source, target: 'https://other.example/posts/ferries' },
        { source, target: `${SITE}/posts/none` },
        { source, target: `${SITE}/posts/draft` },
        { source, target: `${SITE}/guestbook` },
        { source, target: SITE },
      ]) {
        expectRefusal(await send(use(), form as Record<string, string>), 400, 'BAD_REQUEST');
      }
      const compressed = { ...freshAddress(), 'content-encoding': 'gzip' };
      expectRefusal(await send(use(), { source, target: TARGET }, compressed), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });

    itOnce('are refused for a post that takes no comments', async () => {
      await write(use(), { id: 'closed', title: 'Closed', allowComments: false });
      const mentioned = { source: `${site.url}/x`, target: `${SITE}/posts/closed` };
      expectRefusal(await send(use(), mentioned), 403, 'COMMENTS_CLOSED');
    });

    // docs/interface.md, C35
    itOnce('are announced by pages that accept them', async () => {
      const announced = async (path: string) => {
        const { headers, body } = await use().call('GET', path);
        const isLinked = (body as string).includes('<link rel="webmention" href="/api/webmention">');
        expect(headers.get('link')).to.equal(isLinked ? '</api/webmention>; rel="webmention"' : null);
        return isLinked;
      };
      expect(await announced('/posts/ferries')).to.equal(true);
      // From the cache as well.
      expect(await announced('/posts/ferries')).to.equal(true);
      expect(await announced('/guestbook')).to.equal(false);
      expect(await announced('/')).to.equal(false);
      for (const settings of [{ webmentions: false }, { webmentions: true, commentsEnabled: false }]) {
        await set(use(), settings);
        expect(await announced('/posts/ferries')).to.equal(false);
      }
      expectRefusal(await send(use(), { source: `${site.url}/x`, target: TARGET }), 403, 'COMMENTS_CLOSED');
      await set(use(), { webmentions: false });
      for (const encoding of ['identity', 'gzip']) {
        const headers = { ...freshAddress(), 'content-encoding': encoding };
        expectRefusal(await send(use(), { source: `${site.url}/x`, target: TARGET }, headers), 404, 'NOT_FOUND');
      }
    });

    itOnce('are exported with the comments, and stay mentions', async () => {
      const source = await mention(entry(toTarget));
      const { body } = await use().admin('POST', '/api/admin/downloads', { kind: 'comments' });
      const line: unknown = await (await fetch(use().url + (body as { path: string }).path)).json();
      expect(line).to.have.property('sourceKey', `webmention:${source} ferries`);
    });

    // docs/interface.md, C39
    it('are limited for each client, and for each host within an hour', async () => {
      const headers = freshAddress();
      const form = { source: 'https://one.example/', target: 'x' };
      for (let at = 0; at < 10; at++) expect((await send(use(), form, headers)).status).to.equal(400);
      expectRefusal(await send(use(), form, headers), 429, 'RATE_LIMITED');
      expectRefusal(await send(use(), form, { ...headers, 'content-encoding': 'gzip' }), 429, 'RATE_LIMITED');
      const statuses: number[] = [];
      for (let at = 0; at < 21; at++) {
        statuses.push((await send(use(), { source: `http://[::ffff:127.0.0.1]:9/${at}`, target: TARGET })).status);
      }
      expect(statuses.filter((status) => status === 202)).to.have.length(20);
      expect(statuses.at(-1)).to.equal(429);
    });
  },
  ALLOWED,
);

describeVisited('sources of webmentions', (use) => {
  let site: SourceSite;
  before(async () => {
    site = await startSourceSite();
    site.pages.set('/', entry(toTarget));
    await write(use(), { id: 'ferries', title: 'Ferries' });
    await set(use(), { webmentions: true, siteUrl: SITE });
  });

  // docs/interface.md, C36, C37
  it('are http and https URLs, also those that an import brings', async () => {
    const imported = (source: string, author: string) => {
      const comment = { post: 'ferries', author, content: `Of ${author}`, created_at: '2026-01-01T00:00:00Z' };
      return { ...comment, sourceKey: `webmention:${source} ferries` };
    };
    const comments = [imported('https://ada.example/notes', 'Ada'), imported('javascript:alert(1)', 'Mallory')];
    expect((await use().admin('POST', '/api/admin/import', { comments })).status).to.equal(200);
    const { body } = await use().call('GET', '/api/posts/ferries/comments');
    const sources = body.comments.map(({ author, source }: { author: string; source?: string }) => [author, source]);
    expect(sources).to.deep.equal([
      ['Ada', 'https://ada.example/notes'],
      ['Mallory', undefined],
    ]);
  });
  after(() => site.close());

  const signal = new AbortController().signal;

  // docs/interface.md, C39
  it('are never on this machine, in a private network or at another port', async () => {
    for (const source of [
      'http://127.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://10.0.0.1/',
      `${site.url}/`,
    ]) {
      expectRefusal(await send(use(), { source, target: TARGET }), 400, 'BAD_REQUEST');
    }
  });

  it('are checked when the connection is made, by the address that the name then resolves to', async () => {
    const { port } = new URL(site.url);
    const lookup = (_host: string, { all }: { all?: boolean }, callback: (...of: unknown[]) => void) =>
      all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
    const options = { signal, lookup: lookup as never };
    expect(await fetchPage(`http://rebound.example:${port}/`, { ...options, allowsPrivate: false })).to.deep.equal({
      state: 'failed',
    });
    expect(site.read).to.deep.equal([]);
    expect(await fetchPage(`http://rebound.example:${port}/`, { ...options, allowsPrivate: true })).to.include({
      state: 'page',
    });
  });

  it('are read up to a size, and for a time, and only as HTML', async () => {
    const options = { allowsPrivate: true, signal };
    site.pages.set('/large', (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    site.pages.set('/slow', (response) => response.writeHead(200, { 'content-type': 'text/html' }).flushHeaders());
    site.pages.set('/text', (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(toTarget));
    const large = await fetchPage(`${site.url}/large`, options);
    expect(large.state === 'page' && large.html.length).to.equal(1024 * 1024);
    expect(await fetchPage(`${site.url}/slow`, { ...options, timeout: 50 })).to.deep.equal({ state: 'failed' });
    expect(await fetchPage(`${site.url}/text`, options)).to.deep.equal({ state: 'unreadable' });
  });
});
