import { expect } from 'chai';

import { comment, edit, set, showing } from './support/comments.ts';
import { open } from './support/pages.ts';
import { write } from './support/posts.ts';
import { databaseKinds } from './support/databases.ts';
import { describeService, type TestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';
import { commentMarkdown } from '../migrations/0057-comment-markdown.ts';
import { renderComment } from '../routers/comments/markdown/html.ts';

const link = (url: string, text = url) => `<a href="${url}" rel="ugc nofollow">${text}</a>`;

// docs/interface.md, C50, C51
describeVisited('Markdown in comments', (use) => {
  before(async () => {
    await write(use(), { id: 'talk' });
  });

  const shown = async (id: string, service: TestService = use()) => {
    const { body } = await service.call('GET', `/api/posts/talk/comments/${id}?include=html`);
    return body.comment as { content: string; html?: string; markdown?: 1 };
  };

  it('is on for a new database, and content stays as it was written', async () => {
    expect((await use().admin('GET', '/api/admin/settings')).body.commentMarkdown).to.equal(true);
    const { comment: written } = await comment(use(), 'talk', { content: '*Hello* <b>' });
    expect(written).to.not.have.any.keys('html', 'markdown');
    expect(await shown(written.id)).to.include({
      content: '*Hello* &lt;b&gt;',
      html: '<p><em>Hello</em> &lt;b&gt;</p>',
      markdown: 1,
    });
    const { body } = await use().call('GET', '/api/posts/talk/comments');
    expect(body.comments[0]).to.not.have.any.keys('html', 'markdown');
  });

  it('has html in the answers to comments and edits, in lists, in previews and on the page', async () => {
    const html = `<ul><li>one</li><li><strong>two</strong></li></ul>`;
    const { comment: written, receipt } = await comment(use(), 'talk', { content: '- one', include: 'html' });
    expect(written).to.include({ html: '<ul><li>one</li></ul>' });
    const content = '- one\n- **two**';
    const changed = await edit(use(), { comment: written, receipt }, { content, include: 'html' });
    expect(changed.body.comment).to.include({ html });
    const { body } = await use().call('GET', '/api/posts/talk/comments?include=html');
    expect(body.comments.at(-1)).to.include({ html });
    const all = await use().admin('GET', '/api/comments?include=html');
    expect(all.body.comments[0]).to.include({ html });
    const preview = await use().call('POST', '/api/threads/preview', { body: { content } });
    expect(preview.body).to.deep.equal({ ok: true, html });
    expect((await use().call('POST', '/api/threads/preview', { body: { content: ' ' } })).status).to.equal(400);
    expect(await open(use(), '/posts/talk')).to.include(`<div class="text" dir="ltr">${html}</div>`);
    expect(await open(use(), '/posts/talk/comments.xml')).to.include('&lt;strong&gt;two&lt;/strong&gt;');
  });

  it('leaves comments that were written while it was off, and corrections of the owner, as they are', async () => {
    await set(use(), { commentMarkdown: false });
    const plain = await comment(use(), 'talk', { content: '*plain*\nhttps://a.example/_b_c' });
    await set(use(), { commentMarkdown: true });
    const html = `<p>*plain*<br>${link('https://a.example/_b_c')}</p>`;
    expect(await shown(plain.comment.id))
      .to.include({ html })
      .and.not.have.property('markdown');
    await use().admin('PUT', `/api/comments/${plain.comment.id}`, { content: '*corrected*' });
    expect((await shown(plain.comment.id)).html).to.equal('<p>*corrected*</p>');
    await edit(use(), plain, { content: '*changed*' });
    expect((await shown(plain.comment.id)).html).to.equal('<p><em>changed</em></p>');
    const preview = async () =>
      (await use().call('POST', '/api/threads/preview', { body: { content: '*a*' } })).body.html;
    expect(await preview()).to.equal('<p><em>a</em></p>');
    await set(use(), { commentMarkdown: false });
    expect(await preview()).to.equal('<p>*a*</p>');
    expect((await shown(plain.comment.id)).html).to.equal('<p><em>changed</em></p>');
    await set(use(), { commentMarkdown: true });
  });

  it('is kept by imports that say so; others are plain', async () => {
    const { body } = await use().admin('POST', '/api/admin/import', {
      comments: ['plain', 'marked'].map((name) => ({
        sourceKey: name,
        post: 'talk',
        author: 'Ann',
        content: `*${name}*`,
        ...(name === 'marked' && { markdown: true }),
      })),
    });
    expect(body.ok, JSON.stringify(body)).to.equal(true);
    const list = await use().call('GET', '/api/posts/talk/comments?include=html');
    const [plain, marked] = list.body.comments.slice(-2);
    expect(plain).to.include({ html: '<p>*plain*</p>' });
    expect(marked).to.include({ html: '<p><em>marked</em></p>', markdown: 1 });
  });

  it('shows writers their own pending comments in it', async () => {
    await set(use(), { commentModeration: 'all' });
    const { comment: written, receipt } = await comment(use(), 'talk', { content: '`code`' });
    const { body } = await use().call('GET', '/api/posts/talk/comments?include=html', { headers: showing(receipt) });
    expect(body.comments.find(({ id }: { id: string }) => id === written.id)).to.include({
      html: '<p><code>code</code></p>',
    });
    await set(use(), { commentModeration: 'off' });
  });
});

const ALLOWED = /^(?:p|br|em|strong|code|pre|blockquote|ul|ol|li|a)$/;
const SAFE =
  /<\/?(?:p|br|em|strong|code|pre|blockquote|ul|li)>|<ol(?: start="\d+")?>|<\/ol>|<a href="(?:https?:|mailto:)[^"<>\s]*" rel="ugc nofollow">|<\/a>/g;

// docs/interface.md, C50
describe('the HTML of comments in Markdown', () => {
  const cases: [markdown: string, html: string][] = [
    ['*a* _b_ **c** `d<e>`', '<p><em>a</em> <em>b</em> <strong>c</strong> <code>d&lt;e&gt;</code></p>'],
    ['> a\n\n1. b\n2. c', '<blockquote><p>a</p></blockquote><ol><li>b</li><li>c</li></ol>'],
    ['3. c', '<ol start="3"><li>c</li></ol>'],
    ['```js\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
    ['one\ntwo', '<p>one<br>two</p>'],
    ['[a](https://b.example/?c&d "t")', `<p>${link('https://b.example/?c&amp;d', 'a')}</p>`],
    [
      '<mailto:a@b.example> [m](mailto:a@b.example)',
      `<p>${link('mailto:a@b.example')} ${link('mailto:a@b.example', 'm')}</p>`,
    ],
    ['https://a.example/b_c_d.', `<p>${link('https://a.example/b_c_d')}.</p>`],
    ['**「漢字」**です', '<p><strong>「漢字」</strong>です</p>'],
    ['# a', '<p># a</p>'],
    ['a\n===', '<p>a<br>===</p>'],
    ['![a](https://b.example/c.png)', '<p>![a](https://b.example/c.png)</p>'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['a | b\n-|-\n1 | 2', '<p>a | b<br>-|-<br>1 | 2</p>'],
    [
      '[a](javascript:alert(1)) [b](/c) [d](data:text/html,e)',
      '<p>[a](javascript:alert(1)) [b](/c) [d](data:text/html,e)</p>',
    ],
    [
      '[x]: https://a.example "t"\n[x]',
      `<p>[x]: ${link('https://a.example/', 'https://a.example')} &quot;t&quot;<br>[x]</p>`,
    ],
    ['&lt;b&gt; &amp;', '<p>&amp;lt;b&amp;gt; &amp;amp;</p>'],
    ['- [x] done', '<ul><li>[x] done</li></ul>'],
  ];
  for (const [markdown, html] of cases) {
    it(`of ${JSON.stringify(markdown)}`, async () => {
      expect(await renderComment(markdown, true)).to.equal(html);
    });
  }

  it('has no other elements and attributes, whatever is written', async () => {
    const parts = [
      '<script>',
      '"',
      "'",
      '[a](',
      'javascript:',
      ')',
      '`',
      '*',
      '_',
      '\n',
      '> ',
      '- ',
      '1. ',
      '<a href=',
      '&#x6A;',
      '\\',
      '![',
      'https://x.example/"onclick=',
      '](',
      '<https://',
      '>',
      '```',
      ' ',
      'onerror=',
      '<!--',
      '\u0000',
      '<svg/onload=1>',
    ];
    let seed = 7;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 2000; round += 1) {
      const text = Array.from({ length: 12 }, () => parts[next() % parts.length]).join('');
      const html = await renderComment(text, true);
      expect(html.replaceAll(SAFE, ''), `${JSON.stringify(text)}: ${html}`).to.not.match(/[<>]/);
      for (const [, tag] of html.matchAll(/<\/?([a-z]+)/g)) expect(tag).to.match(ALLOWED);
    }
  });

  it('takes less than 50 ms, whatever is written', async () => {
    const texts = ['>', '[', '*a', '*a_', '- ', '![', '`a``b', '<', '[a](', '\\[', 'https://', '**', 'a**b', '_a '];
    for (const part of texts) {
      const text = part.repeat(5000 / part.length);
      const { user } = process.cpuUsage();
      await renderComment(text, true);
      expect((process.cpuUsage().user - user) / 1000, part).to.be.below(50);
    }
  });
});

// docs/interface.md, C50, V4
describe('the migration for Markdown in comments', () => {
  for (const kind of databaseKinds.slice(0, 1)) {
    it('leaves the setting off in a database that is in use', async () => {
      const asked: string[] = [];
      await commentMarkdown.up({
        dialect: kind.name === 'SQLite' ? 'sqlite' : 'postgres',
        run: (statement: string) => Promise.resolve(void asked.push(statement)),
        all: (statement: string) => Promise.resolve(statement.includes('administrators') ? [{}] : []),
      } as never);
      expect(asked.join(' ')).to.include('add column markdown').and.not.include('settings');
    });
  }
});

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
