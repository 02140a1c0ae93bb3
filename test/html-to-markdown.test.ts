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

  it('keeps blocks apart that are converted one by one', () => {
    const { markdown } = htmlToMarkdown(
      '<p>One</p><p>Two</p><ul><li>a</li></ul>\n<ul><li>b</li></ul><p>Three</p><p></p><pre><code>x\n</code></pre>End',
    );
    expect(markdown).to.equal('One\n\nTwo\n\n- a\n\n* b\n\nThree\n\n```\nx\n```\n\nEnd');
  });
});
