import { expect } from 'chai';

import { htmlToMarkdown } from '../client/importers/html/to-markdown.ts';

/** Characters that may need an escape, or have a meaning together with the characters beside them. */
const texts = [
  ...[
    'word',
    'A tall, old tree',
    ' a  b\n c ',
    'www.x',
    'a.b.',
    '1.',
    '- x',
    '1) x',
    '# x',
    '*',
    '_a_',
    '`',
    '![x](y)',
  ],
  ...[
    'http://x.example',
    'a@b.example',
    '\u00a0- x',
    '|',
    '~~a~~',
    '\\',
    '+ x',
    '= x',
    '&lt;b&gt;',
    '&amp;lt;',
    '中文？',
  ],
];
const inlines = [
  (text: string) => text,
  (text: string) => `A <em>${text}</em>, b`,
  (text: string) => `<strong>${text}</strong>${text}`,
  (text: string) => `${text}<a href="https://x.example/a (b)">${text}</a>${text}`,
  (text: string) => `${text}<i>a</i><b>b</b><em></em><br>${text}`,
];

describe('HTML as Markdown', () => {
  it('is the same for paragraphs of plain inline HTML, which have a faster path, and for others', () => {
    for (const text of texts) {
      for (const inline of inlines) {
        const html = inline(text);
        // A span has no Markdown, and is not plain.
        const other = htmlToMarkdown(`<p><span>${html}</span></p>`).markdown;
        expect(htmlToMarkdown(`<p>${html}</p>`).markdown, html).to.equal(other);
      }
    }
  });

  for (const [html, markdown] of [
    ['a <kbd>K</kbd>, b', 'a <kbd>K</kbd>, b'],
    ['<div>a<sup>2</sup>, b</div>', 'a<sup>2</sup>, b'],
    ['<ul><li>a <mark>K</mark>, b</li><li>c</li></ul>', '- a <mark>K</mark>, b\n- c'],
  ]) {
    it(`keeps HTML within a line of text that has no paragraph: ${html}`, () => {
      expect(htmlToMarkdown(html!).markdown).to.equal(markdown);
    });
  }

  // docs/interface.md, X21
  for (const [html, markdown] of [
    [
      '<figure><iframe src="https://v.example/1"></iframe><figcaption>c</figcaption></figure>',
      '<figure><a href="https://v.example/1">https://v.example/1</a><figcaption>c</figcaption></figure>',
    ],
    [
      '<details><summary>s</summary><embed src="//v.example/1"></details>',
      '<details><summary>s</summary><a href="https://v.example/1">https://v.example/1</a></details>',
    ],
    [
      '<dl><dt>t</dt><dd><video src="http://v.example/1"></video></dd></dl>',
      '<dl><dt>t</dt><dd><a href="http://v.example/1">http://v.example/1</a></dd></dl>',
    ],
    [
      '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://v.example/1\n</div><figcaption>c</figcaption></figure>',
      '<figure class="wp-block-embed"><a href="https://v.example/1">https://v.example/1</a><figcaption>c</figcaption></figure>',
    ],
    ['<figure><div class="wp-block-embed__wrapper">https://v.example/1</div></figure>', '<https://v.example/1>'],
  ] as const) {
    it(`links to embedded content: ${html}`, () => {
      const converted = htmlToMarkdown(html);
      expect(converted.markdown).to.equal(markdown);
      expect(converted.notes.join()).to.match(/^An embedded (iframe|embed|video|page) became a link: https?:\S+$/);
    });
  }

  it('names embedded content that it leaves out of elements that stay HTML', () => {
    expect(htmlToMarkdown('<details><summary>s</summary><iframe srcdoc="x"></iframe></details>')).to.deep.equal({
      markdown: '<details><summary>s</summary></details>',
      notes: ['An embedded iframe was left out.'],
    });
  });

  it('keeps a player with a caption as the site shows it', () => {
    const html = '<figure><video src="/a.mp4" autoplay onplay="x()"></video><figcaption>c</figcaption></figure>';
    expect(htmlToMarkdown(html).markdown).to.equal(
      '<figure><video controls src="/a.mp4"></video><figcaption>c</figcaption></figure>',
    );
  });

  // docs/interface.md, Y3
  for (const [html, markdown] of [
    ['<p>a ==b== c</p>', 'a \\==b== c'],
    ['<p>==<b>a</b>== b</p>', '\\==**a**== b'],
    ['<p>a == b, a ======== b</p>', 'a == b, a ======== b'],
    ['<p>*==a==, ===b</p>', '\\*\\==a\\==, =\\==b'],
    ['<p><a href="/?a==b">c</a> <code>==d==</code></p>', '[c](/?a==b) `==d==`'],
  ] as const) {
    it(`highlights nothing that was not highlighted: ${html}`, () => {
      expect(htmlToMarkdown(html).markdown).to.equal(markdown);
    });
  }

  it('keeps blocks apart that are converted one by one', () => {
    const { markdown } = htmlToMarkdown(
      '<p>One</p><p>Two</p><ul><li>a</li></ul>\n<ul><li>b</li></ul><p>Three</p><p></p><pre><code>x\n</code></pre>End',
    );
    expect(markdown).to.equal('One\n\nTwo\n\n- a\n\n* b\n\nThree\n\n```\nx\n```\n\nEnd');
  });
});
