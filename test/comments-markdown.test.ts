import { expect } from 'chai';

import { comment, edit, set, showing } from './support/comments.ts';
import { open } from './support/pages.ts';
import { write } from './support/posts.ts';
import { databaseKinds } from './support/databases.ts';
import type { TestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';
import { commentMarkdown } from '../migrations/0056-comment-markdown.ts';
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
      const { user } = process.threadCpuUsage();
      await renderComment(text, true);
      expect((process.threadCpuUsage().user - user) / 1000, part).to.be.below(50);
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
