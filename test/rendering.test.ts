import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect } from 'chai';

import { forFeed } from '../server/site/render/feed-html.ts';
import { createRenderer } from '../server/site/render/markdown.ts';
import { renderThread } from '../server/site/render/thread.ts';
import { directionOfHtml } from '../shared/text-direction.ts';
import { textOfHtml } from './support/html-text.ts';
import { newFolder } from './support/run.ts';
import { skip } from './support/skip.ts';
import { stopwatch } from './support/stopwatch.ts';

const renderer = createRenderer();

async function html(markdown: string, site?: string): Promise<string> {
  return (await renderer.render(markdown, { site })).html;
}

describe('headings in a text', () => {
  it('have unique ids like those of GitHub', async () => {
    const text = await html('## Hello, *World*!\n\n## Hello, World!\n\n## 面包 & Salz\n\n## ???\n');
    expect([...text.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).to.deep.equal([
      'hello-world',
      'hello-world-1',
      '面包--salz',
      'section',
    ]);
  });

  it('keep an id of their own, and others avoid it', async () => {
    const text = await html('## b\n\n<h2 id="b">a</h2>\n');
    expect(text).to.include('<h2 id="b-1">b').and.include('<h2 id="user-content-b">a');
  });

  it('link to themselves, hidden from keyboard and screen readers', async () => {
    const anchor = '<a class="anchor" href="#a" aria-hidden="true" tabindex="-1"></a>';
    expect(await html('## a')).to.equal(`<h2 id="a">a${anchor}</h2>`);
    expect(forFeed(await html('## a'))).to.equal('<h2 id="a">a</h2>');
    expect(forFeed(await html('<h2 id="a>|&quot;b">a</h2>'))).to.not.include('anchor');
  });

  it('are listed down to level 3, as plain text', async () => {
    const { toc } = await renderer.render('## A *b* `<c>`\n\n### d <script>e</script>\n\n#### f\n\n## ![g](/h.png)\n');
    expect(toc).to.deep.equal([
      { id: 'a-b-c', text: 'A b <c>', level: 2 },
      { id: 'd', text: 'd', level: 3 },
      { id: 'g', text: 'g', level: 2 },
    ]);
  });

  for (const [written, levels] of [
    [
      [1, 2, 3],
      [2, 3, 4],
    ],
    [
      [2, 3, 2],
      [2, 3, 2],
    ],
    [
      [3, 3, 5, 3],
      [2, 2, 3, 2],
    ],
    [
      [2, 4, 3],
      [2, 3, 3],
    ],
    [
      [1, 2, 3, 4, 5, 6],
      [2, 3, 4, 5, 6, 6],
    ],
  ] as const) {
    it(`of the levels ${written.join()} become ${levels.join()}: below that of the page, without gaps`, async () => {
      const text = await html(written.map((level) => `${'#'.repeat(level)} x\n`).join('\n'));
      expect([...text.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))).to.deep.equal(levels);
    });
  }

  it('are removed when they are empty', async () => {
    expect(await html('#\n\n## <b></b>\n\nx')).to.equal('\n\n<p>x</p>');
  });

  it('stay fast with 10,000 of the same text', async () => {
    const { toc } = await createRenderer(renderThread({ cpu: 15_000, total: 60_000 })).render('# a\n\n'.repeat(10_000));
    expect(new Set(toc.map(({ id }) => id)).size).to.equal(10_000);
  });
});

describe('a text of marks alone', () => {
  for (const mark of ['[', '<', '&', '](', '![', '[^']) {
    it(`is shown as it is, and takes no time: ${mark}`, async () => {
      const markdown = mark.repeat(1_000_000 / mark.length);
      const elapsed = stopwatch();
      const { tooComplex, html: shown } = await renderer.render(markdown);
      expect(elapsed()).to.be.below(1000);
      expect(tooComplex).to.equal(true);
      expect(textOfHtml(shown)).to.equal(markdown);
    });
  }
});

describe('footnotes in a text', () => {
  it('have a heading and back links in the language of the site', async () => {
    const markdown = 'a[^1] b[^1]\n\n[^1]: c';
    const { html: german } = await renderer.render(markdown, { language: 'de-AT' });
    expect(german).to.include('>Fußnoten</h2>').and.include('aria-label="Zurück zur Stelle 1"');
    expect(german).to.include('aria-label="Zurück zur Stelle 1-2"');
    expect(await html(markdown))
      .to.include('>Footnotes</h2>')
      .and.include('aria-label="Back to reference 1"');
  });
});

describe('the word count', () => {
  for (const [markdown, count] of [
    ['One two-three, *four* 5.', 5],
    ["It's l’été", 2],
    ['我喜欢面包 and パン', 8],
    ['한국어 단어', 2],
    ['for**get**', 1],
    ['| a | b |\n|---|---|\n| c | d |', 4],
    ['<script>no words</script>\n\n![nor here](/x)', 0],
    ['', 0],
  ] as const) {
    it(`of ${JSON.stringify(markdown)} is ${count}`, async () => {
      expect((await renderer.render(markdown)).words).to.equal(count);
    });
  }
});

describe('code in a text', () => {
  it('is highlighted by classes for known languages', async () => {
    const text = await html('```rust,no_run\nfn main() {}\n```\n');
    expect(text).to.include('<pre tabindex="0"><code class="language-rust"><span class="hljs-keyword">fn</span>');
  });

  for (const language of ['toml', 'diff', 'console', 'sh', 'text', 'SQL', 'yaml', 'ts']) {
    it(`in ${language} keeps every character`, async () => {
      const code = '[a]\n+b = "<c> & \'d\'"\n$ e\n';
      const text = await html(`\`\`\`${language}\n${code}\`\`\`\n`);
      const plain = text
        .replace(/<[^>]*>/g, '')
        .replaceAll('&#x3C;', '<')
        .replaceAll('&#x26;', '&');
      expect(plain).to.equal(code);
    });
  }

  it('stays plain in other languages, and when it is very long', async () => {
    expect(await html('```nope\nlet a\n```')).to.include('<code class="language-nope">let a\n</code>');
    expect(await html(`\`\`\`js\n${'let a;\n'.repeat(3000)}\`\`\``)).to.not.include('hljs');
  });

  it('that contains HTML stays code', async () => {
    const text = await html('```html\n<script>steal()</script>\n```\n\n`<img src=x onerror=y>`');
    expect(text).to.not.match(/<(script|img)/);
  });

  it('has no classes of its author', async () => {
    const text = await html('<code class="language-x hljs-keyword anchor">a</code><span class="hljs-tag">b</span>');
    expect(text).to.equal('<p><code class="language-x">a</code><span>b</span></p>');
  });
});

describe('formulas in a text', () => {
  it('become MathML, inline and as blocks', async () => {
    expect(await html('a $$x^2$$ b')).to.match(/^<p>a <math><msup>.*<\/math> b<\/p>$/);
    for (const markdown of ['$$\nx\n$$', '$$x$$', '```math\nx\n```']) {
      expect(await html(markdown)).to.match(/^<div class="scroll" tabindex="0"><math display="block"[^>]*><mi>x<\/mi>/);
    }
  });

  it('need two dollars, because one is a price', async () => {
    expect(await html('It costs $5 or $6.')).to.equal('<p>It costs $5 or $6.</p>');
  });

  it('that are invalid are shown as written, with the reason', async () => {
    expect(await html('a $$\\frac{$$')).to.match(/^<p>a <code class="language-math" title="[^"]+">\\frac\{<\/code>/);
    expect(await html('$$\\def\\a{\\a\\a}\\a$$')).to.include('title="Too many expansions');
  });

  for (const tex of [
    '\\href{javascript:steal()}{x}',
    '\\url{javascript:steal()}',
    '\\includegraphics{steal}',
    '\\class{steal}{x}',
    '\\style{steal}{x}',
    '\\text{<img src=x onerror=steal()>}',
    '\\color{red}x',
    '\\label{steal}\\ref{steal}',
  ]) {
    it(`contain only MathML for ${tex}`, async () => {
      const tags = (await html(`a $$${tex}$$`)).match(/<[a-z][^>]*>/g)?.filter((tag) => !tag.includes(' title=')) ?? [];
      expect(tags.join('')).to.not.match(/steal|href|style=|id=|<(?!m|p>|code)/);
    });
  }
});

describe('images, links and tables in a text', () => {
  // docs/interface.md, F22
  it('images are lazy, except the first, which has priority', async () => {
    const text = await html('a ![a](/a.png) ![](/b.png)\n\n<img src="/c.png" width="640" height="50%">');
    expect(text).to.include('<img src="/a.png" alt="a" fetchpriority="high" decoding="async">');
    expect(text).to.include('<img src="/b.png" alt="" loading="lazy" decoding="async">');
    expect(text).to.include(
      '<img src="/c.png" width="640" alt="" loading="lazy" decoding="async" class="picture unsized">',
    );
  });

  it('images have the size in their URL, unless they have attributes', async () => {
    expect(await html('a ![b](/c.png#640x480)')).to.include('<img src="/c.png" alt="b" width="640" height="480" ');
    expect(await html('a <img src="/c.png#640x480" width="64">')).to.include('<img src="/c.png" width="64" alt="" ');
    for (const address of ['/c.svg#icon', '/c.png#0x480', '/c.png#640x480x2', '/c.png#123456x1', '/c.png?640x480']) {
      expect(await html(`a ![](${address})`)).to.include(`<img src="${address}" alt="" `);
    }
  });

  for (const [where, markdown, kind] of [
    ['alone in a paragraph', '![](/a.png)', 'picture unsized'],
    ['that is a link', '[![](/a.png)](/b)', 'picture unsized'],
    ['in a figure', '<figure><img src="/a.png"><figcaption>b</figcaption></figure>', 'picture unsized'],
    ['without a paragraph', '<img src="/a.png">\n\nb', 'picture unsized'],
    ['in an item of a list', '- b\n- ![](/a.png)', 'picture unsized'],
    ['of a known size', '![](/a.png#3x2)', 'picture'],
    ['among words', 'b ![](/a.png)', null],
    ['in a link with words', '[b ![](/a.png)](/c)', null],
    ['in a table', '| ![](/a.png) |\n|--|', null],
    ['in a row of its own making', '<div><img src="/a.png"></div>', null],
    ['beside another one, both links', '[![](/a.png)](/c) [![](/b.png)](/d)', null],
  ] as const) {
    it(`an image ${where} ${kind === null ? 'is inline' : `is a block: ${kind}`}`, async () => {
      const [, found = null] = /<img [^>]*class="([^"]*)"/.exec(await html(markdown)) ?? [];
      expect(found).to.equal(kind);
    });
  }

  const A = '<a class="enlarge" href="/a.png"><img/a></a>';
  const B = '<a class="enlarge" href="/b.png"><img/b></a>';
  const C = '<a class="enlarge" href="/c.png"><img/c></a>';
  const unnamed = '<a class="enlarge" href="/a.png" aria-label="Enlarge the image"><img/></a>';
  // docs/interface.md, F25, F26
  for (const [what, markdown, expected] of [
    ['links to its file', '![a](/a.png)', `<p>${A}</p>`],
    ['without alternative text is a link with a name', '![](/a.png)', `<p>${unnamed}</p>`],
    [
      'has its title as its caption',
      '![a](/a.png "One < two")',
      `<figure>${A}<figcaption>One &#x3C; two</figcaption></figure>`,
    ],
    [
      'has its title as its caption in a link',
      '[![a](/a.png "T")](/z)',
      '<figure><a href="/z"><img/a></a><figcaption>T</figcaption></figure>',
    ],
    [
      'in a figure has its title as its caption',
      '<figure><img src="/a.png" alt="a" title="T"></figure>',
      `<figure>${A}<figcaption>T</figcaption></figure>`,
    ],
    [
      'in a captioned figure keeps both',
      '<figure><img src="/a.png" alt="a" title="T"><figcaption>C</figcaption></figure>',
      `<figure>${A}<figcaption>C</figcaption></figure>`,
    ],
    [
      'keeps the attributes of its paragraph',
      '<p id="x"><img src="/a.png" alt="a"></p>',
      `<p id="user-content-x">${A}</p>`,
    ],
    [
      'that links to an image opens that one',
      '[![a](/a.png)](/large.jpg)',
      '<p><a href="/large.jpg" class="enlarge"><img/a></a></p>',
    ],
    ['beside another is a gallery with it', '![a](/a.png) ![b](/b.png)', `<div class="gallery">${A}${B}</div>`],
    ['on the next line too', '![a](/a.png)\n![b](/b.png)\\\n![c](/c.png)', `<div class="gallery">${A}${B}${C}</div>`],
    [
      'in the next paragraph too',
      'x\n\n![a](/a.png)\n\n![b](/b.png "T")\n\ny',
      `<p>x</p>\n<div class="gallery">${A}<figure>${B}<figcaption>T</figcaption></figure></div>\n<p>y</p>`,
    ],
    [
      'written as HTML too',
      '<img src="/a.png" alt="a">\n<img src="/b.png" alt="b">',
      `<div class="gallery">${A}${B}</div>`,
    ],
    [
      'in a quotation too',
      '> ![a](/a.png)\n>\n> ![b](/b.png)',
      `<blockquote>\n<div class="gallery">${A}${B}</div>\n</blockquote>`,
    ],
    ['after a heading or a line is none', '![a](/a.png)\n\n---\n\n![b](/b.png)', `<p>${A}</p>\n<hr>\n<p>${B}</p>`],
    [
      'beside a link to a page is none',
      '![a](/a.png)\n\n[![b](/b.png)](/z)',
      `<p>${A}</p>\n<p><a href="/z"><img/b></a></p>`,
    ],
    ['with words beside it is none', '![a](/a.png) and ![b](/b.png)', '<p><img/a> and <img/b></p>'],
  ] as const) {
    it(`an image ${what}`, async () => {
      const short = (await html(markdown)).replaceAll(/<img [^>]*alt="(\w*)"[^>]*>/g, '<img/$1>');
      expect(short.trim()).to.equal(expected);
    });
  }

  it('images of a gallery say how wide they are shown', async () => {
    const classes = async (count: number) => {
      const text = await html(Array.from({ length: count }, (_, at) => `![](/${at}.png#30x20)`).join('\n\n'));
      return new Set(Array.from(text.matchAll(/<img [^>]*class="([^"]*)"/g), ([, found]) => found));
    };
    for (const [count, kind] of [
      [2, 'half'],
      [3, 'third'],
      [4, 'half'],
      [12, 'third'],
    ] as const) {
      expect([...(await classes(count))], String(count)).to.deep.equal([`picture ${kind}`]);
    }
  });

  it('links to other hosts are marked, those to the site are not', async () => {
    const links = '[a](https://blog.example/x) [b](//other.example) [c](/d) [e](mailto:f@g.example)';
    expect((await html(links)).match(/rel="noopener external"/g)).to.have.lengthOf(2);
    expect((await html(links, 'https://blog.example')).match(/rel="noopener external"/g)).to.have.lengthOf(1);
  });

  it('tables scroll separately and align by class', async () => {
    expect(await html('| a | b |\n|:-:|--:|\n')).to.equal(
      '<div class="scroll" tabindex="0"><table><thead><tr><th class="align-center">a</th>' +
        '<th class="align-right">b</th></tr></thead></table></div>',
    );
  });

  it('checkboxes are labelled by their text', async () => {
    expect(await html('- [ ] a *b*\n')).to.include('<label><input type="checkbox" disabled> a <em>b</em></label>');
  });
});

// docs/interface.md, Y16
describe('the direction of blocks in a text', () => {
  const HEBREW = 'שלום לכולם, זה טקסט בעברית.';
  const ARABIC = 'مرحبًا بكم، هذا نص عربي.';
  const MIXED = 'WordPress הוא מערכת, ו־Octavo היא אחרת לגמרי.';

  it('is that of the text, unless all their letters are of the other', async () => {
    expect(await html(`${ARABIC}\n\nAll Latin.\n\nOctavo ${ARABIC}\n\n2026\n`)).to.equal(
      `<p>${ARABIC}</p>\n<p dir="ltr">All Latin.</p>\n<p>Octavo ${ARABIC}</p>\n<p>2026</p>`,
    );
    expect(
      await html(
        `A text in English, which has most of the letters of the whole article.\n\n${HEBREW}\n\nEnglish and ${HEBREW}\n`,
      ),
    ).to.equal(
      `<p>A text in English, which has most of the letters of the whole article.</p>\n<p dir="rtl">${HEBREW}</p>\n<p>English and ${HEBREW}</p>`,
    );
  });

  it('is given once, to the outermost block', async () => {
    const text = `Some English that has most of the letters of the article, so that all of it goes from left to right, and what follows here is an exception.\n\n> ${HEBREW}\n>\n> - ${HEBREW}\n\n- ${HEBREW}\n- item\n`;
    expect((await html(text)).match(/<\w+ dir="\w+">/g)).to.deep.equal(['<blockquote dir="rtl">', '<li dir="rtl">']);
  });

  it('is that of a heading, a cell and a list of their own', async () => {
    const text = `${HEBREW}\n\n${HEBREW}\n\n## English\n\n| ${HEBREW} | Latin |\n|-|-|\n\n- One\n- Two\n`;
    const found = (await html(text)).match(/<\w+[^>]* dir="\w+"/g);
    expect(found).to.deep.equal(['<h2 id="english" dir="ltr"', '<th dir="ltr"', '<ul dir="ltr"']);
  });

  it('depends neither on code nor on what its author has decided', async () => {
    expect(await html(`${HEBREW}\n\n\`code\` ${HEBREW}\n\n    code\n`)).to.not.include('dir=');
    expect(await html(`${HEBREW}\n\n<p dir="auto">Latin</p>\n`)).to.include('<p dir="auto">Latin');
  });

  it('follows the text around it, of which two fifths are from right to left', async () => {
    expect(directionOfHtml(await html(MIXED))).to.equal('rtl');
    expect(
      directionOfHtml(await html(`${HEBREW}\n\n\`\`\`\nconst code = 'a long line of code in between';\n\`\`\`\n`)),
    ).to.equal('rtl');
    expect(directionOfHtml('<p>English with one word: שלום</p>')).to.equal('ltr');
    expect(directionOfHtml('<p>2026</p>')).to.equal('auto');
  });

  it('does not depend on attributes, whatever characters they have', async () => {
    const title = `<code>${' of a page in English'.repeat(9)}`;
    expect(directionOfHtml(await html(`<a href="/a" title="${title}">${HEBREW}</a>\n`))).to.equal('rtl');
  });

  it('takes linear time for adversarial input', () => {
    for (const unit of ['<', '<"', '<pre', '<code>', '<math ', '&', '&a']) {
      const elapsed = stopwatch();
      directionOfHtml(unit.repeat(200_000));
      expect(elapsed(), unit).to.be.below(2000);
    }
  });
});

const odd: Record<string, string> = {
  'script in a heading': '<h2><script>x</script>a</h2>\n\n### <img src=x onerror=y>\n\n#\n',
  'ids that are not one':
    '<h2 id="a>|&quot;b">x</h2><p id="a">x</p><p id="a">y</p><p id="a b">w</p><p id="">v</p>\n\n# a\n\n# a\n',
  'list items without a list': '<ul>text<p>x</p><li>y</ul><li>stray</li><dd>x</dd><dl>x</dl><dl><dt>a</dl><ul></ul>',
  'nested groups of terms': '<dl><div><dt>a<dd>b</div></dl><dl><div><div><dt>x</div></div></dl><dt><h2>x</h2></dt>',
  'details of every kind':
    '<details>a</details><details><p>x</p><summary>b <a href=/c>d</a></summary><summary><p>e</p></summary></details>' +
    '<summary>f</summary><details><summary><h2>g</h2><ul><li>h</ul><input type=checkbox></summary>i</details>',
  'blocks within a line': '<b><p>x</p></b><span><div>y</div></span><kbd><table><tr><td>1</table></kbd>',
  'paragraphs in paragraphs': '<p><marquee><div>x</div></marquee><p>y<button><p>z</button>',
  'rubies of every kind': '<ruby>a</ruby><ruby>a<rt>b</ruby><ruby><rt>a</ruby><rt>x</rt><ruby><rb>a<rt>b</ruby>',
  'spans that do not fit': '<table><tr><td colspan=3>a<tr><td rowspan=9>c</table>\n\n<table><tr></tr></table>',
  'parts of a table in disorder':
    '<table><thead><tr><th>a<thead><tr><th>b<tfoot><tr><td>c<tbody><tr><td>d<caption><p>e</p></caption></table>' +
    '<table><tr><th scope=x align=justify><h2>x</h2><ul><li>y</ul><td align=RIGHT>b</table>',
  'links in links': '<a href="/x"><table><tr><td><a href="/y">in</a><input type=checkbox></table><pre>c</pre></a>',
  'addresses that are none': '<a aria-label=x>y</a> <a href="http://a b/">y</a> <a href="/a|{}[]^%zz\\e f?[#x#y">z</a>',
  'pictures without an address': '<img> <img src=""> <img src="data:x" alt="gone"> <img src="a b.png" width=1.5>',
  'values that HTML does not know':
    '<p lang=english dir=up>x</p><time>yesterday</time> <time datetime=2020-02-31>z</time><ol start=x><li>a</ol>' +
    '<p aria-describedby="nope">x</p><section aria-label=x><h6>deep</h6></section>',
  'captions in the middle': '<figure>a<figcaption>b</figcaption>c<figcaption>d</figcaption></figure><figcaption>e',
  formulas: '$$\\boxed{y}\\cancel{x}\\mathscr{L}\\vec{x}$$\n\n$$\n\\begin{align}a&=b\\tag{1}\\\\c&=d\\end{align}\n$$\n',
  'footnotes in links': 'a[^1] [b[^2]](/x)\n\n<p id="fn-1">x</p>\n\n[^1]: x\n[^2]: ### y\n',
  'characters that HTML forbids': '<p title="\u0001">\u0000\u0001\u000B\uFFFE\uFDD0 x</p>\n\n## \u0001\n\n`\u0085`',
};

describe('odd and hostile HTML in a text', () => {
  it('becomes valid HTML', async function () {
    const folder = await newFolder();
    for (const [name, markdown] of Object.entries(odd)) {
      const page = `<!doctype html><html lang="en"><title>x</title><h1>x</h1>${await html(markdown)}</html>`;
      await writeFile(join(folder, `${name}.html`), page);
    }
    const found = await validate(folder);
    if (found === null) skip(this, 'there is no java');
    expect(found).to.equal('');
  });

  it('keeps all of its text', async () => {
    for (const markdown of [odd['blocks within a line']!, odd['links in links']!, odd['captions in the middle']!]) {
      const words = (text: string) => text.replace(/<[^>]*>|☐/g, ' ').match(/\w+/g);
      expect(words(await html(markdown))).to.deep.equal(words(markdown));
    }
  });

  it('falls back to plain text when it is nested too deep', async () => {
    const { html: shown, toc, words } = await renderer.render(`${'<div>'.repeat(20_000)}a`);
    expect(shown).to.match(/^<pre tabindex="0">&lt;div&gt;/);
    expect(toc).to.deep.equal([]);
    expect(words).to.be.above(0);
  });
});

/** The output of the W3C validator for the pages in a folder; null without Java. */
async function validate(folder: string): Promise<string | null> {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const java = spawn('java', ['-jar', jar, '--errors-only', '--format', 'gnu', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const failed = once(java, 'error').then(() => null);
  return Promise.race([failed, text(java.stderr)]);
}

describe('links within a text', () => {
  const { render } = createRenderer();
  const htmlOf = async (markdown: string) => (await render(markdown)).html;

  it("find a heading whose id has the same letters in another generator's format", async () => {
    for (const written of ['#what-s-next', '#Whats_Next', '#whats-next']) {
      const html = await htmlOf(`[on](${written})\n\n## What’s next?\n`);
      expect(html, written).to.include('<a href="#whats-next">on</a>');
    }
  });

  it('find targets that Markdown or old HTML names', async () => {
    const html = await htmlOf('[a](#own) [b](#old)\n\n## Title {#own}\n\n<a name="old"></a>Text\n');
    expect(html).to.include('<a href="#own">a</a> <a href="#user-content-old">b</a>');
    expect(html).to.include('<h2 id="own">Title<a ').and.include('<a id="user-content-old"></a>');
  });

  it('find headings by the fragments of 2.17, and those that have a number because of the page', async () => {
    const html = await htmlOf(
      '[a](#user-content-one) [b](#comments) [c](#user-content-two)\n\n# One\n\n## Comments\n\n<b id="two">2</b>',
    );
    expect(html).to.include('<a href="#one">a</a> <a href="#comments-1">b</a> <a href="#user-content-two">c</a>');
    expect(html).to.include('<h3 id="comments-1">').and.include('<b id="user-content-two">');
  });

  it('find no heading with an id of the templates that show posts', async () => {
    const templates = new Set(['post', 'page']);
    const ids: string[] = [];
    for (const name of templates) {
      const text = readFileSync(new URL(`../client/site/templates/${name}.liquid`, import.meta.url), 'utf8');
      for (const [, used = ''] of text.matchAll(/\{% (?:layout|render) '([^']+)'/g)) templates.add(used);
      ids.push(...Array.from(text.matchAll(/ id="([^"{]+)"/g), ([, id = '']) => id));
    }
    expect(ids).to.include.members(['content', 'comments', 'post-password', 'subscribe']);
    for (const id of ids) expect(await htmlOf(`## Title {#${id}}`), id).to.include(` id="${id}-1"`);
  });

  it('become text without a target', async () => {
    expect(await htmlOf('[nowhere](#none)')).to.equal('<p><a>nowhere</a></p>');
  });
});
