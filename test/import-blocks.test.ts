import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';

import { withoutCards } from '../client/importers/ghost/cards.ts';
import { ghost } from '../client/importers/ghost/ghost.ts';
import { recognize } from '../client/importers/given/recognize.ts';
import { givenFile } from '../client/importers/given/given-file.ts';
import { htmlToMarkdown } from '../client/importers/html/to-markdown.ts';
import type { Importer, SourceItem } from '../client/importers/importer.ts';
import { textOfStream } from '../client/importers/text-of-stream.ts';
import { simplifyBlocks } from '../client/importers/wordpress/blocks.ts';
import { wordpress } from '../client/importers/wordpress/wxr.ts';
import { createRenderer } from '../server/site/render/markdown.ts';
import { allOf } from './support/all-of.ts';
import { skip } from './support/skip.ts';
import { wxrOf, type WxrItem } from './support/wxr.ts';

const blocksOf = (html: string) => htmlToMarkdown(html, { simplify: simplifyBlocks });
const shared = (path: string) => fileURLToPath(new URL(`../../shared/${path}`, import.meta.url));

async function markdownsOf(importer: Importer, text: string): Promise<string[]> {
  const source = textOfStream({ name: 'blog' }, () => new Blob([text]).stream());
  const items: SourceItem[] = await allOf(importer.read(source, { oldUrl: 'https://old.example' }));
  return items.flatMap((item) => {
    if (item.kind !== 'post') return [];
    return 'html' in item.text ? [htmlToMarkdown(item.text.html, item.text).markdown] : [item.text.markdown];
  });
}

const wxr = (...items: WxrItem[]) => markdownsOf(wordpress, wxrOf(items));
const renderer = createRenderer();
const shown = async (markdown: string) => (await renderer.render(markdown, {})).html;

// docs/interface.md, X22
describe('blocks of WordPress become', () => {
  for (const [name, html, markdown] of [
    [
      'a gallery with captions, its own too',
      '<figure class="wp-block-gallery has-nested-images"><figure class="wp-block-image"><img src="/a.jpg" alt="a" title="x"/><figcaption>A <b>cap</b></figcaption></figure><figure class="wp-block-image"><img src="/b.jpg" alt=""/></figure><figcaption class="blocks-gallery-caption">Both</figcaption></figure>',
      '![a](/a.jpg "A cap")\n\n![](/b.jpg)\n\nBoth',
    ],
    [
      'a gallery whose images link to their files and pages',
      '<ul class="wp-block-gallery"><li><figure><a href="/u/a.jpg"><img src="/u/a-300x200.jpg" alt="a"></a></figure></li><li><figure><a href="/?attachment_id=3"><img src="/u/b.jpg" alt="b"></a><figcaption>B</figcaption></figure></li><li><figure><a href="https://x.example/"><img src="/u/c.jpg" alt="c"></a></figure></li></ul>',
      '![a](/u/a.jpg)\n\n![b](/u/b.jpg "B")\n\n[![c](/u/c.jpg)](https://x.example/)',
    ],
    [
      'a gallery of Jetpack',
      '<div class="wp-block-jetpack-tiled-gallery"><div class="tiled-gallery__row"><div class="tiled-gallery__col"><figure class="tiled-gallery__item"><img src="/a.jpg" alt="a"></figure></div><div class="tiled-gallery__col"><figure class="tiled-gallery__item"><img src="/b.jpg" alt="b"></figure></div></div></div>',
      '![a](/a.jpg)\n\n![b](/b.jpg)',
    ],
    [
      'text of columns below each other',
      '<div class="wp-block-columns"><div class="wp-block-column"><p>One</p></div><div class="wp-block-column"><ul><li>Two</li></ul></div></div>',
      'One\n\n- Two',
    ],
    [
      'links in paragraphs for buttons',
      '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="/a">A</a></div><div class="wp-block-button"><a class="wp-block-button__link">B</a></div></div>',
      '[A](/a)\n\nB',
    ],
    [
      'the picture and the text of media beside text',
      '<div class="wp-block-media-text"><figure class="wp-block-media-text__media"><img src="/a.jpg" alt="a"/></figure><div class="wp-block-media-text__content"><p>Text</p></div></div>',
      '![a](/a.jpg)\n\nText',
    ],
    [
      'the picture and the text of a cover',
      '<div class="wp-block-cover"><span class="wp-block-cover__background"></span><img class="wp-block-cover__image-background" alt="a" src="/a.jpg"/><div class="wp-block-cover__inner-container"><h2>Over it</h2></div></div>',
      '![a](/a.jpg)\n\n## Over it',
    ],
    [
      'the picture of a cover that is a background',
      '<div class="wp-block-cover" style="background-image:url(/a.jpg);min-height:3em"><p class="wp-block-cover-text">Over it</p></div>',
      '![](/a.jpg)\n\nOver it',
    ],
    [
      'sections that open, with Markdown in them',
      '<details class="wp-block-details"><summary>More</summary><!-- wp:paragraph --><p>Some <b>text</b></p><!-- /wp:paragraph --><img src="/a.jpg" alt="a"></details>',
      '<details><summary>More</summary>\n\nSome **text**\n\n![a](/a.jpg)\n\n</details>',
    ],
    [
      'sections that open for accordions',
      '<div class="wp-block-accordion"><div class="wp-block-accordion-item"><h3 class="wp-block-accordion-heading"><button><span class="wp-block-accordion-heading__toggle-title">Q</span><span class="wp-block-accordion-heading__toggle-icon">+</span></button></h3><div class="wp-block-accordion-panel"><p>A</p></div></div></div>',
      '<details><summary>Q</summary>\n\nA\n\n</details>',
    ],
    [
      'quotes with their source, pull quotes too',
      '<figure class="wp-block-pullquote"><blockquote><p>Words</p><cite>Ada</cite></blockquote></figure><blockquote class="wp-block-quote"><p>More</p><cite> <br><em>Grace</em><br></cite></blockquote>',
      '> Words\n>\n> — Ada\n\n> More\n>\n> — *Grace*',
    ],
    ['lines of a verse', '<pre class="wp-block-verse">One\n  <em>two</em></pre>', 'One\\\n\u00a0\u00a0*two*'],
    [
      'the links of a file without its preview',
      '<div class="wp-block-file"><object class="wp-block-file__embed" data="/a.pdf"></object><a href="/a.pdf">A file</a><a href="/a.pdf" class="wp-block-file__button" download>Download</a></div>',
      '[A file](/a.pdf) [Download](/a.pdf)',
    ],
    [
      'a card for an embed, with its caption below',
      '<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div><figcaption>C</figcaption></figure>',
      '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>\n\nC',
    ],
    [
      'a table with its caption below',
      '<figure class="wp-block-table"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table><figcaption>C</figcaption></figure>',
      '| a |\n| - |\n| b |\n\nC',
    ],
    [
      'players',
      '<figure class="wp-block-audio"><audio controls src="/a.mp3"></audio></figure><figure class="wp-block-video"><video controls src="/a.mp4"></video><figcaption>C</figcaption></figure>',
      '<audio controls src="/a.mp3"></audio>\n\n<figure class="wp-block-video"><video controls src="/a.mp4"></video><figcaption>C</figcaption></figure>',
    ],
    [
      'links to profiles, which WordPress stores in comments',
      '<ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://w.example","service":"wordpress"} /--><!-- wp:social-link {"service":"x"} /--></ul>',
      '- [wordpress](https://w.example)',
    ],
    [
      'code with its language',
      '<pre class="wp-block-syntaxhighlighter-code brush: php; notranslate">&lt;?php</pre><pre class="EnlighterJSRAW" data-enlighter-language="js">a</pre>',
      '```php\n<?php\n```\n\n```js\na\n```',
    ],
  ] as const) {
    it(name, () => expect(blocksOf(html).markdown).to.equal(markdown));
  }

  it('footnotes and the text of reusable blocks', async () => {
    const html =
      '<!-- wp:paragraph --><p>A<sup data-fn="x-1" class="fn"><a href="#x-1">1</a></sup></p><!-- /wp:paragraph --><!-- wp:block {"ref":77} /--><!-- wp:footnotes /-->';
    const pattern = { title: 'P', html: '<p>Again</p>', wp: { post_id: 77, post_type: 'wp_block' } };
    const xml = wxrOf([{ title: 'A', html }, pattern]).replace(
      '<wp:post_id>',
      '<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"content":"See <em>b</em>","id":"x-1"}]]]></wp:meta_value></wp:postmeta><wp:post_id>',
    );
    expect(await markdownsOf(wordpress, xml)).to.deep.equal(['A[^1]\n\nAgain\n\n[^1]: See *b*']);
  });

  it('names of blocks that WordPress fills, and of elements that stay HTML', () => {
    const kept = new Set<string>();
    const { notes } = htmlToMarkdown(
      '<!-- wp:latest-posts {"a":1} /--><!-- wp:query --><div><!-- wp:post-title /--></div><!-- /wp:query --><!-- wp:spacer /--><p>H<sub>2</sub></p><details><summary>S</summary><p>x</p></details>',
      { simplify: simplifyBlocks, kept },
    );
    expect(notes).to.deep.equal([
      'Blocks that WordPress fills when it shows the post are left out: latest-posts, query.',
    ]);
    expect([...kept]).to.have.members(['sub', 'details']);
  });
});

describe('cards of Ghost become', () => {
  for (const [name, html, markdown] of [
    [
      'sections that open',
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">T</h4><button class="kg-toggle-card-icon"></button></div><div class="kg-toggle-content"><p>Inside</p></div></div>',
      '<details><summary>T</summary>\n\nInside\n\n</details>',
    ],
    [
      'a product with its picture, stars and link',
      '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="/p.jpg" class="kg-product-card-image" alt="p"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">Boat</h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg></svg></span><span class="kg-product-card-rating-star"><svg></svg></span></div><div class="kg-product-card-description"><p>Floats</p></div><a href="https://b.example" class="kg-product-card-button kg-product-card-btn-accent"><span>Buy</span></a></div></div>',
      '![p](/p.jpg)\n\n**Boat**\n\n★☆\n\nFloats\n\n[Buy](https://b.example)',
    ],
    [
      'links for buttons',
      '<div class="kg-card kg-button-card kg-align-center"><a href="https://x.example" class="kg-btn kg-btn-accent">Go</a></div>',
      '[Go](https://x.example)',
    ],
    [
      'the heading, text and link of a header',
      '<div class="kg-card kg-header-card"><h2 class="kg-header-card-header">H</h2><h3 class="kg-header-card-subheader">S</h3><a href="/x" class="kg-header-card-button">B</a></div>',
      '## H\n\n### S\n\n[B](/x)',
    ],
  ] as const) {
    it(name, () => expect(htmlToMarkdown(withoutCards(html).html).markdown).to.equal(markdown));
  }
});

describe('shortcodes of pictures', () => {
  const file = (id: number, name: string, more: Record<string, string | number> = {}): WxrItem => ({
    title: name,
    excerpt: name === 'b' ? 'Cap <i>b</i>' : '',
    wp: { post_id: id, post_type: 'attachment', attachment_url: `https://old.example/${name}.jpg`, ...more },
  });
  const post = (html: string): WxrItem => ({ title: 'A', html, wp: { post_id: 5 } });
  const files = [file(11, 'a', { post_parent: 5, menu_order: 2 }), file(12, 'b', { post_parent: 5, menu_order: 1 })];

  for (const [code, markdown] of [
    ['[gallery ids="11,12"]', '![](https://old.example/a.jpg)\n\n![](https://old.example/b.jpg "Cap b")'],
    ['[gallery columns="2"]', '![](https://old.example/b.jpg "Cap b")\n\n![](https://old.example/a.jpg)'],
    ['[gallery exclude="12"]', '![](https://old.example/a.jpg)'],
    ['[gallery order=DESC]', '![](https://old.example/a.jpg)\n\n![](https://old.example/b.jpg "Cap b")'],
    ['[gallery ids="99"]', '\\[gallery ids="99"]'],
    ['[youtube=https://youtu.be/dQw4w9WgXcQ&w=3]', '<https://youtu.be/dQw4w9WgXcQ&w=3>'],
    ['[audio https://old.example/a.mp3]', '<audio controls src="https://old.example/a.mp3"></audio>'],
    [
      `[video width="4" poster="https://old.example/a.jpg" webm='https://old.example/a.webm'][/video]`,
      '<video controls src="https://old.example/a.webm"></video>',
    ],
    ['[video poster="https://old.example/a.jpg"]', '\\[video poster="https\\://old.example/a.jpg"]'],
    ['[soundcloud url="https://s.example/1" width="3"]', '<https://s.example/1>'],
  ] as const) {
    it(code, async () => expect(await wxr(post(code), ...files)).to.deep.equal([markdown]));
  }
});

describe('shared cases', () => {
  const galleries = shared('cases/wordpress-galleries.xml');
  const cards = shared('cases/ghost-meta-and-gallery.json');
  before(function () {
    if (!existsSync(galleries) || !existsSync(cards)) skip(this, `there is no ${galleries}`, { optional: true });
  });

  it('the three forms of galleries of WordPress are galleries of the site', async () => {
    const texts = await markdownsOf(wordpress, readFileSync(galleries, 'utf8'));
    expect(texts).to.have.length(3);
    for (const text of texts) {
      const html = await shown(text);
      expect(html).to.match(/^<div class="gallery">/);
      expect(html.match(/<img /g)).to.have.length(2);
    }
    expect(await shown(texts[0]!)).to.include('<figcaption>Cap a</figcaption>');
    expect(await shown(texts[1]!)).to.include('<figcaption>Cap c</figcaption>');
  });

  it('the cards of Ghost are those of the site', async () => {
    const [text] = await markdownsOf(ghost, readFileSync(cards, 'utf8'));
    const html = await shown(text!);
    expect(html).to.include('<div class="gallery">').and.include('<p>Cap</p>');
    expect(html).to.include('<p class="card video" data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
    expect(html).to.match(/<details><summary>Toggle<\/summary>\s*<p>Inside<\/p>\s*<\/details>/);
    expect(html).to.include('<a href="https://x.example"');
  });
});

describe('an export of WordPress', () => {
  for (const start of ['http://wordpress.org/export/1.2/', 'https://wordpress.org/export/1.2/']) {
    it(`is recognized by its namespace ${start}`, async () => {
      const text = wxrOf([]).replace('xmlns:wp="http://wordpress.org/export/1.2/"', `xmlns:wp='${start}'`);
      const { exports } = await recognize([givenFile('blog.xml', new Blob([text]))]);
      expect(exports.map(({ importer }) => importer.name)).to.deep.equal(['wordpress']);
    });
  }

  it('is recognized when it is the test data of WordPress', async function () {
    const file = shared('data/wordpress/themeunittestdata.wordpress.xml');
    if (!existsSync(file)) skip(this, `there is no ${file}`, { optional: true });
    const { exports } = await recognize([givenFile('blog.xml', new Blob([readFileSync(file)]))]);
    expect(exports.map(({ importer }) => importer.name)).to.deep.equal(['wordpress']);
  });
});
