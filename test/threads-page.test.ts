import { expect } from 'chai';

import { set } from './support/comments.ts';
import { open } from './support/pages.ts';
import { describeService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, C53, C40, C46
describeVisited('the page with the comments on a page of another site', (use) => {
  const url = 'https://notes.example/ferries/?a=1';
  let path = '';

  before(async () => {
    await set(use(), {
      commentSites: [{ origin: 'https://notes.example', name: 'Notes' }],
      reactions: { heart: '❤️' },
    });
  });

  const visit = (to: string, init: RequestInit = {}) => fetch(use().url + to, { redirect: 'manual', ...init });
  const send = (to: string, fields: Record<string, string>, headers = {}) =>
    visit(to, { method: 'POST', body: new URLSearchParams(fields), headers });

  it('is found by the URL of the page, unlisted and never cached', async () => {
    const { status, headers } = await visit(`/embed/thread?url=${encodeURIComponent(url)}`);
    path = headers.get('location') ?? '';
    expect(status).to.equal(302);
    const shown = await visit(path);
    expect(shown.status).to.equal(200);
    expect(shown.headers.get('x-robots-tag')).to.equal('noindex');
    expect(shown.headers.get('cache-control')).to.equal('no-store');
    expect(await shown.text())
      .to.include('No comments yet.')
      .and.include('name="robots" content="noindex"');
    for (const [query, code] of [
      ['', 400],
      ['?url=ftp%3A%2F%2Fnotes.example%2F', 400],
      ['?url=https%3A%2F%2Fother.example%2F', 403],
    ] as const)
      expect((await visit(`/embed/thread${query}`)).status, query).to.equal(code);
  });

  it('takes comments, replies and reactions by forms', async () => {
    const sent = await send(path, { author: 'Ada Lovelace', content: '*Hello*' }, { origin: use().url });
    expect(sent.status).to.equal(303);
    const [, id] = /#(c-[\w-]+)$/.exec(sent.headers.get('location') ?? '') ?? [];
    const html = await (await visit(sent.headers.get('location')!.replace(/#.*/, ''))).text();
    expect(html).to.include('<p><em>Hello</em></p>').and.include('data-initials="AL"');
    expect(html).to.include('Thank you, your comment has been published.');
    const reply = await send(path, { author: 'Ben', content: 'A reply', parentId: id! });
    expect(reply.status).to.equal(303);
    expect((await send(`${path}/reactions`, { reaction: 'heart' })).status).to.equal(303);
    const { body } = await use().call('GET', `/api/threads/comments?url=${encodeURIComponent(url)}`);
    expect(body.comments).to.have.length(2);
    expect(body.comments[1]).to.include({ parent_id: id });
    expect(await (await visit(path)).text()).to.match(/❤️\s+1/);
    expect(await (await visit(`${path}?reply=${id}`)).text()).to.include('Reply to Ada Lovelace');
  });

  it('shows what is wrong with a form, and refuses those of other sites', async () => {
    const wrong = await send(path, { author: 'Ada', content: '' });
    expect(wrong.status).to.equal(400);
    expect(await wrong.text())
      .to.include('Please fill in this field.')
      .and.include('value="Ada"');
    expect((await send(path, { author: 'A', content: 'b' }, { origin: 'https://evil.example' })).status).to.equal(403);
    expect((await send(`${path}/reactions`, { reaction: 'none' })).status).to.equal(400);
    expect((await visit('/embed/thread/%20')).status).to.equal(404);
  });

  // docs/interface.md, C52
  it('has 50 comments, and the part with a linked one', async () => {
    const page = 'https://notes.example/long';
    const ids: string[] = [];
    for (let at = 0; at < 120; at += 1) {
      const body = { author: 'Ann', content: `Number ${at}.`, url: page };
      ids.push((await use().call('POST', '/api/threads/comments', { body })).body.comment.id);
    }
    const long = (await visit(`/embed/thread?url=${encodeURIComponent(page)}`)).headers.get('location')!;
    const first = await (await visit(long)).text();
    expect(first.match(/data-comment=/g)).to.have.length(50);
    expect(first).to.include('Earlier comments').and.include('Number 119.');
    const linked = await (await visit(`${long}?at=${ids[10]}`)).text();
    expect(linked).to.include(`id="${ids[10]}"`).and.include('Number 35.').and.not.include('Number 36.');
    const list = async (at: string) =>
      (await use().call('GET', `/api/threads/comments?url=${encodeURIComponent(page)}&limit=50&at=${at}`)).body;
    expect((await list(ids[60]!)).comments.map(({ id }: { id: string }) => id)).to.deep.equal(ids.slice(36, 86));
    expect(await list(ids[60]!))
      .to.include({ newer: 1 })
      .and.have.property('before');
    for (const newest of [ids[119]!, 'c-unknown', '\u0000'])
      expect((await list(encodeURIComponent(newest))).comments.at(-1).id).to.equal(ids[119]);
    expect(await list(ids[119]!)).to.not.have.property('newer');
  });
});

// docs/interface.md, F11, C53
describeService(
  'SITE=threads',
  (use) => {
    before(() => set(use(), { commentSites: [{ origin: 'https://notes.example', name: 'Notes' }] }));

    it('has threads, the app and a home page that says what it is', async () => {
      expect(await open(use(), '/')).to.include('This service holds the comments of other sites.');
      for (const path of ['/embed.js', '/assets/site.css', '/healthz']) await open(use(), path);
      const page = await fetch(`${use().url}/embed/thread?url=https%3A%2F%2Fnotes.example%2F`);
      expect(await page.text())
        .to.include('site.css')
        .and.include('data-write');
    });

    for (const path of [
      '/posts/a',
      '/archive',
      '/guestbook',
      '/search',
      '/feed.xml',
      '/sitemap.xml',
      '/llms.txt',
      '/none',
    ]) {
      it(`does not serve ${path}`, async () => {
        expect((await use().call('GET', path)).status).to.equal(404);
      });
    }
  },
  { SITE: 'threads' },
);
