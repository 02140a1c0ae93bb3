import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';
import { XMLParser } from 'fast-xml-parser';

import { htmlToMarkdown } from '../../client/importers/html/to-markdown.ts';
import { withParagraphs } from '../../client/importers/wordpress/paragraphs.ts';
import { withoutShortcodes } from '../../client/importers/wordpress/shortcodes.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { skip } from '../support/skip.ts';
import { exported } from '../support/transfer.ts';
import { wxrOf } from '../support/wxr.ts';

const themeData = fileURLToPath(
  new URL('../../../shared/data/wordpress/themeunittestdata.wordpress.xml', import.meta.url),
);

describe('HTML as Markdown', () => {
  for (const [html, markdown] of [
    ['<p>a <b>b</b> <a href="/c">d</a></p>', 'a **b** [d](/c)'],
    ['<h2 id="x">A b</h2><h2 id="a-b">A b</h2>', '## A b {#x}\n\n## A b'],
    ['<p>H<sub>2</sub>O <mark>m</mark></p>', 'H<sub>2</sub>O <mark>m</mark>'],
    ['<figure><img src="/a.png" alt="b"><figcaption>c</figcaption></figure>', '![b](/a.png "c")'],
    ['<table><tr><th>a</th></tr><tr><td>b</td></tr></table>', '| a |\n| - |\n| b |'],
    ['<pre><code class="language-ts">a\n\nb</code></pre>', '```ts\na\n\nb\n```'],
    ['<!-- wp:x --><b style="font-weight:normal"><p>a</p></b>', 'a'],
    ['<iframe src="https://v.example/1"></iframe>', '<https://v.example/1>'],
    [
      '<video src="https://v.example/1.mp4" autoplay></video>',
      '<video controls src="https://v.example/1.mp4"></video>',
    ],
    [
      '<audio><source src="a.mp3" type="audio/mpeg">Your browser is old</audio>',
      '<audio controls><source src="a.mp3" type="audio/mpeg"></audio>',
    ],
    ['<video src="http://v.example/1.mp4"></video>', '<http://v.example/1.mp4>'],
    ['<p>A</p><audio src="data:audio/mpeg;base64,AAAA"></audio>', 'A'],
  ] as const) {
    it(html, () => expect(htmlToMarkdown(html).markdown).to.equal(markdown));
  }

  it('adds the paragraphs of the classic editor', () => {
    const html = withParagraphs(
      'One\ntwo\n\n<blockquote>Three\n\nFour</blockquote>\n<ul>\n<li>Five\nsix</li>\n</ul>\n<pre>a\n\nb</pre>',
    );
    expect(htmlToMarkdown(html).markdown).to.equal(
      'One\\\ntwo\n\n> Three\n>\n> Four\n\n- Five\\\n  six\n\n```\na\n\nb\n```',
    );
    expect(withParagraphs('<p>a\n\nb</p>')).to.equal('<p>a\n\nb</p>');
  });

  it('replaces captions, galleries and embeds, and names the other shortcodes', () => {
    const { html, left } = withoutShortcodes(
      '[caption id="x" width="3"]<a href="/b"><img src="/a.png"></a> A <i>cap</i>[/caption] [gallery ids="1,2"] [embed]https://v.example[/embed] [contact-form to="x"] [link](/y) [1]',
      (id) => (id === '1' ? '/one.png' : undefined),
    );
    expect(html).to.include(
      '<figure><a href="/b"><img src="/a.png"></a><figcaption>A <i>cap</i></figcaption></figure>',
    );
    expect(html).to.include('<img src="/one.png" alt="">').and.include('https://v.example');
    expect(left).to.deep.equal(['contact-form']);
  });
});

interface Item {
  [name: string]: string | Item[] | undefined;
  'wp:comment'?: Item[];
}

describe('octavo import wordpress', function () {
  let terminal: Terminal;
  let items: Item[];
  before(async function () {
    if (!existsSync(themeData)) skip(this, `there is no ${themeData}`, { optional: true });
    const parser = new XMLParser({
      ignoreAttributes: false,
      parseTagValue: false,
      isArray: (name) => ['item', 'category', 'wp:comment'].includes(name),
    });
    const { rss } = parser.parse(await readFile(themeData, 'utf8')) as { rss: { channel: { item: Item[] } } };
    items = rss.channel.item;
    terminal = await openTerminal();
  });
  after(() => terminal?.close());
  const ofType = (...types: string[]) => items.filter((item) => types.includes(String(item['wp:post_type'])));
  const commentsIn = (all: Item[]) => all.flatMap((item) => item['wp:comment'] ?? []);

  it('imports what an independent reading of the file finds, in a dry run and for real', async () => {
    const tried = await terminal.json(['import', 'wordpress', themeData, '--dry-run']);
    expect((await exported(terminal.service)).length).to.equal(0);
    const report = await terminal.json(['import', 'wordpress', themeData]);
    const comments = commentsIn(ofType('post', 'page'));
    const real = comments.filter((one) => ['', 'comment'].includes(String(one['wp:comment_type'])));
    expect(report.refused).to.deep.equal([]);
    for (const one of [tried, report]) {
      expect(one).to.include({ new: ofType('post', 'page').length, changed: 0, unchanged: 0 });
      expect(one.comments).to.deep.equal({ new: real.length, unchanged: 0 });
      expect(one.skipped).to.have.length(comments.length - real.length);
    }
    const again = await terminal.json(['import', 'wordpress', themeData]);
    expect(again).to.include({ new: 0, changed: 0, unchanged: report.new });
    expect(again.comments).to.deep.equal({ new: 0, unchanged: real.length });
  });

  it('keeps titles, days, times, tags, categories, authors and status', async () => {
    const posts = await exported(terminal.service);
    for (const item of ofType('post')) {
      const post = posts.find(({ sourceKey }) => sourceKey === keyOf(item));
      const title = String(item['title']).trim();
      expect(post, title).to.not.equal(undefined);
      if (!post) continue;
      const gmt = String(item['wp:post_date_gmt']);
      const status = String(item['wp:status']);
      if (title !== '') expect(post.title).to.equal(decoded(title).replace(/<[^>]*>/g, ''));
      expect(post.date).to.equal(String(item['wp:post_date']).slice(0, 10));
      if (!gmt.startsWith('2030')) expect(post.created_at).to.equal(`${gmt.replace(' ', 'T')}.000Z`);
      expect(post.status).to.equal(status === 'publish' || status === 'future' ? 'published' : 'draft');
      expect(post.publishAt).to.equal(status === 'future' ? `${gmt.replace(' ', 'T')}.000Z` : null);
      expect(post.protected).to.equal(item['wp:post_password'] === '' ? 0 : 1);
      const categories = (item['category'] as Item[] | undefined) ?? [];
      const names = (domain: string) =>
        categories.filter((one) => one['@_domain'] === domain).map((one) => decoded(String(one['#text'])));
      for (const tag of names('post_tag').slice(0, 40)) expect(post.tags, title).to.include(tag);
      const kept = names('category').filter((name) => name !== 'Uncategorized');
      if (kept.length > 50) continue;
      for (const category of kept) expect([post.category, ...post.tags], title).to.include(category);
    }
    for (const page of ofType('page')) {
      const post = posts.find(({ sourceKey }) => sourceKey === keyOf(page));
      expect([post?.status, post?.kind]).to.deep.equal([
        page['wp:status'] === 'publish' ? 'published' : 'draft',
        'page',
      ]);
    }
  });

  it('keeps comments with their threads, names and times', async () => {
    for (const item of ofType('post').filter((one) => one['wp:comment'])) {
      const post = (await exported(terminal.service)).find(({ sourceKey }) => sourceKey === keyOf(item));
      if (!post || post.protected === 1 || post.status === 'draft') continue;
      const { body } = await terminal.service.call('GET', `/api/posts/${post.id}/comments`);
      const shown = body.comments as { id: string; parent_id: string | null; date: string; author: string }[];
      const source = commentsIn([item]).filter(
        (one) => ['', 'comment'].includes(String(one['wp:comment_type'])) && one['wp:comment_approved'] === '1',
      );
      expect(shown.map((one) => `${one.date} ${one.author}`).toSorted()).to.deep.equal(
        source
          .map(
            (one) =>
              `${String(one['wp:comment_date_gmt']).replace(' ', 'T')}.000Z ${decoded(String(one['wp:comment_author']))}`,
          )
          .toSorted(),
      );
      const replies = source.filter((one) => one['wp:comment_parent'] !== '0').length;
      expect(shown.filter((one) => one.parent_id !== null)).to.have.length(replies);
    }
  });

  it('keeps the words, the links and the pictures of the texts', async () => {
    const posts = await exported(terminal.service);
    for (const item of ofType('post')) {
      const post = posts.find(({ sourceKey }) => sourceKey === keyOf(item));
      if (!post || post.protected === 1) continue;
      const source = String(item['content:encoded']);
      const { body } = await terminal.service.admin('GET', `/api/posts/${post.id}?include=html`);
      const { html } = body.post as { html: string };
      const shown = new Set(wordsOf(html));
      const lost = wordsOf(source).filter((word) => !shown.has(word));
      expect(lost, post.title).to.deep.equal([]);
      for (const tag of ['img', 'a'] as const) {
        const count = urlsOf(source, tag).length;
        expect(urlsOf(html, tag).length, `${tag} of ${post.title}`).to.be.at.least(count);
      }
    }
  });

  // docs/interface.md, X19
  it('keeps a reply to a comment that has only an image, and reports the comment', async () => {
    const comment = { comment_author: 'Ada', comment_approved: 1, comment_date_gmt: '2024-02-05 06:30:00' };
    const comments = [
      { ...comment, comment_id: 1, comment_content: '<img src="https://old.example/cat.png">' },
      { ...comment, comment_id: 2, comment_parent: 1, comment_content: 'What a cat' },
      { ...comment, comment_id: 3, comment_content: '<img src="https://old.example/dog.png">' },
    ];
    const file = 'only-images.xml';
    const folder = await writeFiles(join(terminal.folder, 'empty'), { [file]: wxrOf([{ title: 'Cats', comments }]) });
    const report = await terminal.json(['import', 'wordpress', join(folder, file)]);
    expect(report.comments).to.deep.equal({ new: 2, unchanged: 0 });
    const files = (notes: { file: string }[]) => notes.map((note) => note.file);
    expect([files(report.notes), files(report.skipped)]).to.deep.equal([['comment 1'], ['comment 3']]);
    const { body } = await terminal.service.call('GET', '/api/posts/cats/comments');
    const shown = body.comments as { id: string; content: string; parent_id: string | null }[];
    const reply = shown.find(({ content }) => content === 'What a cat')!;
    expect(shown.find(({ id }) => id === reply.parent_id)).to.include({ content: '', author: '' });
  });

  it('redirects the old addresses', async () => {
    const { status, headers } = await terminal.service.call('GET', '/2013/01/11/markup-html-tags-and-formatting/');
    const item = ofType('post').find((one) => one['wp:post_name'] === 'markup-html-tags-and-formatting');
    expect(item?.['link']).to.be.a('string');
    const path = new URL(String(item?.['link'])).pathname;
    const answer = await terminal.service.call('GET', path);
    expect([status, answer.status]).to.include(301);
    expect(
      (path === '/2013/01/11/markup-html-tags-and-formatting/' ? headers : answer.headers).get('location'),
    ).to.match(/\/posts\/markup-html-tags-and-formatting$/);
  });

  it('refuses damaged files with a sentence, before anything is written', async () => {
    const whole = await readFile(themeData, 'utf8');
    const folder = await writeFiles(join(terminal.folder, 'damaged'), {
      'short.xml': whole.slice(0, 400_000),
      'latin.xml': new Uint8Array([0x3c, 0xfc, 0x3e]),
      'bomb.xml': `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`,
    });
    const count = (await exported(terminal.service)).length;
    for (const [name, sentence] of [
      ['short.xml', /^short\.xml is damaged after its entry \d+: .*\. Export it again\.\n$/],
      ['latin.xml', /^latin\.xml is not UTF-8 text\.\n$/],
      ['bomb.xml', /^bomb\.xml is damaged after its entry \d+: .*\. Export it again\.\n$/],
      ['none.xml', /^The file cannot be read: .*\.\n$/],
    ] as const) {
      const { code, stderr } = await terminal.run(['import', 'wordpress', join(folder, name)]);
      expect(code).to.equal(1);
      expect(stderr).to.match(sentence);
    }
    expect((await exported(terminal.service)).length).to.equal(count);
  });
});

function keyOf(item: Item): string {
  return `wordpress:wpthemetestdata.wordpress.com:${String(item['wp:post_id'])}`;
}

/** The words of HTML, without elements, comments and shortcodes. */
function wordsOf(html: string): string[] {
  const text = html
    .replace(/<(?:script|style|iframe|object|form)\b[^]*?<\/(?:script|style|iframe|object|form)>/gi, ' ')
    .replace(/<!--[^]*?-->|<[^>]*>/g, ' ')
    .replace(/\[[a-z]+[^\]]*\]|\[\/[a-z]+\]|https?:\S+/gi, ' ')
    .replace(/&[#a-z0-9]+;/gi, ' ');
  return [...text.matchAll(/\p{L}{4,}/gu)].map(([word]) => word);
}

/** The URLs of images or links in HTML. */
function urlsOf(html: string, tag: 'img' | 'a'): string[] {
  const name = tag === 'img' ? 'src' : 'href';
  return [...html.matchAll(new RegExp(`<${tag}\\b[^>]*\\s${name}="([^"]+)"`, 'g'))].map(([, url = '']) => url);
}

function decoded(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'" };
  return text.replace(/&(amp|lt|gt|quot|#039);/g, (_all, name: string) => named[name]!);
}
